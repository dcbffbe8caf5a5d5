package io.github.freestep.physics.box2d;

import static org.junit.jupiter.api.Assertions.assertThrows;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.PolygonShape;
import io.github.freestep.physics.contract.EngineContract;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.state.StateLayout;
import java.util.List;
import org.junit.jupiter.api.function.Executable;

class Box2dContractTest extends EngineContract<Body> {
    @Override
    protected String engine() {
        return "Box2D of libGDX";
    }

    @Override
    protected EngineSimulation<Body> world(StateLayout layout, EngineScene<EngineSimulation<Body>> scene) {
        return Box2dSimulation.of(layout, scene);
    }

    @Override
    protected void floor(EngineSimulation<Body> world) {
        Squares.floor((Box2dSimulation) world);
    }

    @Override
    protected Body body(EngineSimulation<Body> world, float x, float y) {
        return Squares.square((Box2dSimulation) world, x, y);
    }

    @Override
    protected Body sensor(EngineSimulation<Body> world, float x, float y) {
        Body sensor = body(world, x, y);
        sensor.setType(BodyDef.BodyType.StaticBody);
        sensor.getFixtureList().first().setSensor(true);
        return sensor;
    }

    @Override
    protected boolean callsBack(EngineSimulation<Body> world, Runnable callback) {
        ((Box2dSimulation) world).world().setContactFilter((a, b) -> {
            accessors(world).forEach(each -> assertThrows(IllegalStateException.class, each));
            callback.run();
            return true;
        });
        return true;
    }

    @Override
    protected Body kinematic(EngineSimulation<Body> world, float x, float y) {
        Body body = body(world, x, y);
        body.setType(BodyDef.BodyType.KinematicBody);
        return body;
    }

    @Override
    protected Body fixed(EngineSimulation<Body> world, float x, float y) {
        Body body = body(world, x, y);
        body.setType(BodyDef.BodyType.StaticBody);
        return body;
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
        body.setAwake(true);
    }

    @Override
    protected void place(Body body, float x, float y) {
        body.setTransform(x, y, body.getAngle());
    }

    @Override
    protected boolean hasDepth() {
        return false;
    }

    @Override
    protected boolean asleep(Body body) {
        return !body.isAwake();
    }

    @Override
    protected List<Executable> accessors(EngineSimulation<Body> world) {
        return List.of(((Box2dSimulation) world)::world);
    }

    @Override
    protected Body turned(EngineSimulation<Body> world, float x, float y, float angle) {
        Body body = body(world, x, y);
        body.setTransform(x, y, angle);
        return body;
    }

    @Override
    protected Body pair(EngineSimulation<Body> world, float x, float y) {
        BodyDef at = new BodyDef();
        at.type = BodyDef.BodyType.DynamicBody;
        at.position.set(x, y);
        Body pair = ((Box2dSimulation) world).world().createBody(at);
        PolygonShape square = new PolygonShape();
        for (int side = -1; side <= 1; side += 2) {
            square.setAsBox(0.5f, 0.5f, new Vector2(side * 0.5f, 0), 0);
            pair.createFixture(square, 1);
        }
        square.dispose();
        return pair;
    }

    @Override
    protected void makeShape() {
        Box2dSimulation.load();
        new PolygonShape().dispose();
    }

    /** The loader of libGDX also tries the user's home and the working folder. */
    @Override
    protected boolean unpacksElsewhere() {
        return true;
    }

    @Override
    protected String nativeLibraries() {
        return ".*natives-desktop.*";
    }
}
