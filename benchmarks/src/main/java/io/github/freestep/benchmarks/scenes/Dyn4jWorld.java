package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Transform;

/** The boxes of a scene in dyn4j, in the plane z = 0. */
public final class Dyn4jWorld extends BoxEngine<Body, Dyn4jSimulation> {
    private static final double FRICTION = 0.5;
    private static final double RESTITUTION = 0.1;

    /** Makes the world of some boxes. */
    public Dyn4jWorld(PlacedBoxes boxes) {
        super(boxes);
    }

    @Override
    public Dyn4jSimulation simulation() {
        return Dyn4jSimulation.of(boxes.layout(), this);
    }

    @Override
    void addFloor() {
        Body floor = new Body();
        floor.addFixture(Geometry.createRectangle(2 * FLOOR, 1), 1, FRICTION, RESTITUTION);
        floor.setMass(MassType.INFINITE);
        floor.translate(0, -0.5);
        world.world().addBody(floor);
    }

    @Override
    public Body box() {
        Body box = new Body();
        box.addFixture(Geometry.createSquare(1), 1, FRICTION, RESTITUTION);
        box.setMass(MassType.NORMAL);
        return box;
    }

    @Override
    public void put(Body box, float x, float y, float z) {
        Transform pose = new Transform();
        pose.translate(x, y);
        box.setTransform(pose);
        box.setLinearVelocity(0, 0);
        box.setAngularVelocity(0);
        box.setAtRest(false);
    }

    @Override
    public void maySleep(Body box, boolean may) {
        box.setAtRestDetectionEnabled(may);
    }

    @Override
    public void putToSleep(Body box) {
        box.setAtRest(true);
    }

    @Override
    public void detach() {
        world.world().removeAllContactListeners();
        world.world().removeAllStepListeners();
    }

    @Override
    public void stepAlone() {
        world.world().step(1, TICK_SECONDS);
    }
}
