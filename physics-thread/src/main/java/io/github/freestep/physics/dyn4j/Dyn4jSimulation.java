package io.github.freestep.physics.dyn4j;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.state.StateLayout;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Transform;
import org.dyn4j.world.World;

/**
 * A world of dyn4j, in the plane z = 0: make bodies as dyn4j has it, and {@link #add} those that are to be seen. The
 * physics thread alone may call, as {@link EngineSimulation} says.
 *
 * <pre>{@code
 * class Boxes extends Dyn4jSimulation {
 *     Boxes() {
 *         super(StateLayout.of(1_000));
 *     }
 *
 *     protected void build() {
 *         Body box = new Body();
 *         box.addFixture(Geometry.createSquare(1));
 *         box.setMass(MassType.NORMAL);
 *         int slot = add(box);
 *     }
 * }
 * }</pre>
 *
 * <p>Contacts are told as events by the step that solves them first, and so with their impulse; those of sensors are not. A
 * body without a slot, which is in the world and not seen, is number -1 in them.
 */
@SuppressWarnings("exports") // A module that uses it requires the engine as well.
public abstract class Dyn4jSimulation extends EngineSimulation<Body> {
    private World<Body> world;

    /**
     * For a world of at most n bodies.
     *
     * @param layout its capacity is how many bodies there can be at once
     */
    protected Dyn4jSimulation(StateLayout layout) {
        super(layout);
    }

    /**
     * The world, for its settings, joints, and bodies that are not seen.
     *
     * @return this simulation's own
     * @throws IllegalStateException if the world is not open, or on another thread
     */
    public final World<Body> world() {
        requireOpen();
        return world;
    }

    @Override
    protected final void open() {
        world = new World<>();
        Dyn4jContacts contacts = new Dyn4jContacts(this);
        world.addContactListener(contacts);
        world.addStepListener(contacts);
    }

    @Override
    protected final void insert(Body body) {
        if (body.getOwner() != null) {
            throw new IllegalStateException("this body is in a world of dyn4j already, this one or another;"
                    + " remove it there first, or make another");
        }
        world.addBody(body);
    }

    @Override
    protected final void delete(Body body) {
        // With notice, for its contacts that were found and not told yet.
        world.removeBody(body, true);
    }

    @Override
    protected final void simulate(Tick tick) {
        world.step(1, tick.dtSeconds());
    }

    @Override
    protected final boolean asleep(Body body) {
        return body.isAtRest();
    }

    @Override
    protected final void read(int slot, Body body) {
        Transform pose = body.getTransform();
        double cos = pose.getCost();
        double sin = pose.getSint();
        // Half of the angle by square roots, which are exact to the last bit everywhere, and from the larger of the
        // two.
        double w;
        double z;
        if (cos >= 0) {
            w = Math.sqrt((1 + cos) / 2);
            z = sin / (2 * w);
        } else {
            z = Math.sqrt((1 - cos) / 2);
            w = sin / (2 * z);
        }
        pose(slot, pose.getTranslationX(), pose.getTranslationY(), 0, 0, 0, (float) z, (float) w);
    }

    void touched(int slotA, int slotB, double x, double y, double nx, double ny, double impulse) {
        contact(slotA, slotB, x, y, 0, (float) nx, (float) ny, 0, (float) impulse);
    }

    @Override
    protected final void release() {
        world = null;
    }
}
