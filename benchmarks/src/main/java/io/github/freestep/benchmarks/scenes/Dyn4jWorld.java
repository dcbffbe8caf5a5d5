package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Convex;
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
        world.world().addBody(floor());
    }

    /**
     * Makes the floor, whose top is at height 0.
     *
     * @return the floor, which is in no world yet
     */
    public static Body floor() {
        return body(Geometry.createRectangle(2 * FLOOR, 1), MassType.INFINITE, 0, -HALF);
    }

    @Override
    public Body box() {
        return box(MassType.NORMAL, 0, 0);
    }

    /**
     * Makes a box.
     *
     * @param mass whether it falls
     * @param x the centre along x
     * @param y the height of the centre
     * @return the box, which is in no world yet
     */
    public static Body box(MassType mass, double x, double y) {
        return body(Geometry.createSquare(1), mass, x, y);
    }

    private static Body body(Convex shape, MassType mass, double x, double y) {
        Body body = new Body();
        body.addFixture(shape, 1, FRICTION, RESTITUTION);
        body.setMass(mass);
        body.translate(x, y);
        return body;
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
    public double readAlone(Body box) {
        if (box.isAtRest()) {
            return 0;
        }
        Transform pose = box.getTransform();
        return pose.getTranslationX() + pose.getTranslationY() + pose.getCost() + pose.getSint();
    }

    @Override
    public void stepAlone() {
        world.world().step(1, TICK_SECONDS);
    }
}
