package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Transform;

/** The boxes of a scene in dyn4j, in the plane z = 0. */
public final class Dyn4jWorld extends BoxEngine<Body, Dyn4jSimulation> {
    private static final double FLOOR = 2_000;
    private static final double FRICTION = 0.5;
    private static final double RESTITUTION = 0.1;

    private Dyn4jSimulation world;

    /** Makes the world of some boxes. */
    public Dyn4jWorld(PlacedBoxes boxes) {
        super(boxes);
    }

    @Override
    public Dyn4jSimulation simulation() {
        return Dyn4jSimulation.of(boxes.layout(), this);
    }

    @Override
    public void build(Dyn4jSimulation newWorld) {
        world = newWorld;
        Body floor = new Body();
        floor.addFixture(Geometry.createRectangle(FLOOR, 1), 1, FRICTION, RESTITUTION);
        floor.setMass(MassType.INFINITE);
        floor.translate(0, -0.5);
        world.world().addBody(floor);
        boxes.fill();
    }

    @Override
    public Body box() {
        Body box = new Body();
        box.addFixture(Geometry.createSquare(1), 1, FRICTION, RESTITUTION);
        box.setMass(MassType.NORMAL);
        return box;
    }

    @Override
    Body part(Drum drum, int part) {
        Body box = box();
        box.setMass(MassType.INFINITE);
        box.setTransform(pose(drum, part, 0));
        return box;
    }

    private static Transform pose(Drum drum, int part, double seconds) {
        Transform pose = new Transform();
        pose.rotate(drum.angle(part, seconds));
        pose.translate(drum.x(part, seconds), drum.y(part, seconds));
        return pose;
    }

    /** A body of infinite mass moves with its velocity, and carries others along. */
    @Override
    void turn(Body box, Drum drum, int part, double fromSeconds, double toSeconds) {
        double seconds = toSeconds - fromSeconds;
        box.setTransform(pose(drum, part, fromSeconds));
        box.setLinearVelocity(
                (drum.x(part, toSeconds) - drum.x(part, fromSeconds)) / seconds,
                (drum.y(part, toSeconds) - drum.y(part, fromSeconds)) / seconds);
        box.setAngularVelocity(drum.speed);
        box.setAtRest(false);
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
