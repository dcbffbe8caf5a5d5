package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.state.StateLayout;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Transform;

/** Those of dyn4j, as a world, in the plane z = 0. For the physics thread. */
public abstract class Dyn4jBoxes extends Dyn4jSimulation implements BoxMaker<Body> {
    private static final double FLOOR = 2_000;
    private static final double FRICTION = 0.5;
    private static final double RESTITUTION = 0.1;

    /**
     * For a world of so many boxes.
     *
     * @param layout its capacity is how many
     */
    protected Dyn4jBoxes(StateLayout layout) {
        super(layout);
    }

    /**
     * Called once the floor is there.
     *
     * @param bodies for {@code add}
     */
    protected abstract void fill();

    @Override
    protected final void build() {
        Body floor = new Body();
        floor.addFixture(Geometry.createRectangle(FLOOR, 1), 1, FRICTION, RESTITUTION);
        floor.setMass(MassType.INFINITE);
        floor.translate(0, -0.5);
        world().addBody(floor);
        fill();
    }

    @Override
    public final Body box() {
        Body box = new Body();
        box.addFixture(Geometry.createSquare(1), 1, FRICTION, RESTITUTION);
        box.setMass(MassType.NORMAL);
        return box;
    }

    @Override
    public final void put(Body box, float x, float y, float z, float vx, float vy, float vz) {
        Transform pose = new Transform();
        pose.translate(x, y);
        box.setTransform(pose);
        box.setLinearVelocity(vx, vy);
        box.setAngularVelocity(0);
        box.setAtRest(false);
    }
}
