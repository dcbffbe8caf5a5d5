package io.github.freestep.physics.dyn4j;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.state.StateLayout;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Transform;
import org.dyn4j.world.World;

/**
 * Runs a world of dyn4j in the plane z = 0. Make bodies by dyn4j's own API, and {@link #add} those that should be
 * visible. Only the physics thread may call, as {@link EngineSimulation} says. dyn4j allocates in every step; this
 * adapter does not.
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
 * <p>dyn4j's {@code translate}, {@code rotate}, {@code shift} and {@code setTransform} wake no body. After you have
 * moved a sleeping body by one of them, call {@link #teleport} or {@link #refresh}.
 *
 * <p>A contact event belongs to the step that first solves the contact, because only that step knows the
 * impulse. Sensors have no contact events. A body that is in the world but was not added has no slot. In an
 * event, its slot is -1.
 */
@SuppressWarnings("exports") // A module that uses it requires the engine as well.
public abstract class Dyn4jSimulation extends EngineSimulation<Body> {
    private World<Body> world;

    /**
     * Makes a world of at most {@code layout.capacity()} visible bodies.
     *
     * @param layout the capacity, and the channels in addition to the pose
     */
    protected Dyn4jSimulation(StateLayout layout) {
        super(layout);
    }

    /**
     * Returns dyn4j's world, for its settings, joints, and bodies that are not visible.
     *
     * @return the world, which belongs to this simulation alone
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
        // Notifies the listeners, so that they drop contacts that were found and not reported yet.
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
        // Halves the angle by square roots, because their bits are the same on every platform. Divides by the larger of
        // the two parts, which is never 0.
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
