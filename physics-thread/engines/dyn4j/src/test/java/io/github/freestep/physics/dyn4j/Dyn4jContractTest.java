package io.github.freestep.physics.dyn4j;

import io.github.freestep.physics.contract.EngineContract;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.state.StateLayout;
import java.util.List;
import org.dyn4j.dynamics.Body;
import org.dyn4j.dynamics.TimeStep;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Rectangle;
import org.dyn4j.world.PhysicsWorld;
import org.dyn4j.world.listener.StepListenerAdapter;
import org.junit.jupiter.api.function.Executable;

class Dyn4jContractTest extends EngineContract<Body> {
    @Override
    protected String engine() {
        return "dyn4j";
    }

    @Override
    protected EngineSimulation<Body> world(StateLayout layout, EngineScene<EngineSimulation<Body>> scene) {
        return Dyn4jSimulation.of(layout, scene);
    }

    @Override
    protected void floor(EngineSimulation<Body> world) {
        Dyn4jSimulationTest.floor((Dyn4jSimulation) world);
    }

    @Override
    protected Body body(EngineSimulation<Body> world, float x, float y) {
        return Dyn4jSimulationTest.square(x, y);
    }

    @Override
    protected Body sensor(EngineSimulation<Body> world, float x, float y) {
        Body sensor = kinematic(world, x, y);
        sensor.getFixture(0).setSensor(true);
        return sensor;
    }

    @Override
    protected boolean callsBack(EngineSimulation<Body> world, Runnable callback) {
        ((Dyn4jSimulation) world).world().addStepListener(new StepListenerAdapter<>() {
            @Override
            public void begin(TimeStep step, PhysicsWorld<Body, ?> stepped) {
                callback.run();
            }
        });
        return true;
    }

    @Override
    protected Body kinematic(EngineSimulation<Body> world, float x, float y) {
        Body body = body(world, x, y);
        body.setMass(MassType.INFINITE);
        return body;
    }

    @Override
    protected Body fixed(EngineSimulation<Body> world, float x, float y) {
        return kinematic(world, x, y);
    }

    @Override
    protected boolean noticesMovedStatics() {
        return true;
    }

    @Override
    protected void steer(Body body, float metresPerSecond) {
        body.setLinearVelocity(metresPerSecond, 0);
    }

    @Override
    protected void push(Body body, float vx, float vy) {
        body.setLinearVelocity(vx, vy);
        body.setAtRest(false);
    }

    @Override
    protected void place(Body body, float x, float y) {
        body.translate(
                x - body.getTransform().getTranslationX(),
                y - body.getTransform().getTranslationY());
    }

    @Override
    protected boolean queriesWithoutAllocation() {
        return false;
    }

    @Override
    protected boolean hasDepth() {
        return false;
    }

    @Override
    protected boolean asleep(Body body) {
        return body.isAtRest();
    }

    @Override
    protected List<Executable> accessors(EngineSimulation<Body> world) {
        return List.of(((Dyn4jSimulation) world)::world);
    }

    @Override
    protected Body turned(EngineSimulation<Body> world, float x, float y, float angle) {
        Body body = body(world, x, y);
        body.rotateAboutCenter(angle);
        return body;
    }

    @Override
    protected Body pair(EngineSimulation<Body> world, float x, float y) {
        Body body = new Body();
        for (int side = -1; side <= 1; side += 2) {
            Rectangle square = Geometry.createSquare(1);
            square.translate(side * 0.5, 0);
            body.addFixture(square);
        }
        body.setMass(MassType.NORMAL);
        body.translate(x, y);
        return body;
    }

    /** It always computes in doubles. */
    @Override
    protected String floatLibraries() {
        return "";
    }

    @Override
    protected long bytesPerStep() {
        return -1;
    }
}
