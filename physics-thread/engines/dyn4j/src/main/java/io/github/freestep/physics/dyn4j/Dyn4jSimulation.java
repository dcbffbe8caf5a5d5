package io.github.freestep.physics.dyn4j;

import static io.github.freestep.physics.engines.SavedNumbers.readFinite;
import static io.github.freestep.physics.engines.SavedNumbers.requireUnit;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineLibrary;
import io.github.freestep.physics.engines.EngineQueries;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.physics.engines.SavableEngineSimulation;
import io.github.freestep.physics.engines.SavedNumbers;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.state.StateLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.dyn4j.Version;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Rotation;
import org.dyn4j.geometry.Transform;
import org.dyn4j.world.World;

/**
 * Runs a world of dyn4j in the plane z = 0. Make bodies by dyn4j's own API, and {@link #add} those that should be
 * visible. Only the physics thread may call, as {@link EngineSimulation} says. dyn4j allocates in every step, although
 * this adapter does not.
 *
 * <pre>{@code
 * Dyn4jSimulation world = Dyn4jSimulation.of(StateLayout.of(1_000), w -> {
 *     Body box = new Body();
 *     box.addFixture(Geometry.createSquare(1));
 *     box.setMass(MassType.NORMAL);
 *     int slot = w.add(box);
 * });
 * }</pre>
 *
 * <p>dyn4j's {@code translate}, {@code rotate}, {@code shift} and {@code setTransform} wake no body. After you have
 * moved a sleeping body by one of them, call {@link #teleport} or {@link #refresh}.
 *
 * <p>There is one event per pair of fixtures. The event of a begin belongs to the step that first solves the contact,
 * because only that step knows the impulse. A body that is in the world but was not added has the slot -1 in an event.
 * If you remove such a body, use {@code world().removeBody(body, true)}, because without {@code true}, dyn4j does not
 * report the end of its contacts.
 */
public final class Dyn4jSimulation extends SavableEngineSimulation<Body> {
    private World<Body> world;
    private Dyn4jContacts contacts;

    /** Whether the contacts are listeners of the world, which they are while somebody reads them. */
    private boolean isListening;

    private Dyn4jSimulation(StateLayout layout, EngineScene<? super Dyn4jSimulation> scene) {
        super(layout, scene, Dyn4jSimulation.class);
    }

    /**
     * Makes a world of at most {@code layout.capacity()} visible bodies.
     *
     * @param layout the capacity, and the channels in addition to the pose
     * @param scene fills the world, and acts before each step
     * @return the world, which a service or a stepper can run
     */
    public static Dyn4jSimulation of(StateLayout layout, EngineScene<? super Dyn4jSimulation> scene) {
        return new Dyn4jSimulation(layout, scene);
    }

    /**
     * Returns dyn4j's world, for its settings, joints, and bodies that are not visible.
     *
     * @return the world, which belongs to this simulation alone
     * @throws IllegalStateException if the world is not open, or on another thread
     */
    public World<Body> world() {
        requireOpen();
        return world;
    }

    @Override
    public String computedBy() {
        String dyn4j = "dyn4j " + Version.getVersion();
        return dyn4j.endsWith(StrictDyn4j.MARK) ? dyn4j : EngineLibrary.computing(dyn4j);
    }

    @Override
    protected void open() {
        world = new World<>();
        contacts = new Dyn4jContacts(this, touches());
        isListening = false;
    }

    @Override
    protected void insert(Body body) {
        if (body.getOwner() != null) {
            throw new IllegalStateException("this body is in a world of dyn4j already, this one or another;"
                    + " remove it there first, or make another");
        }
        world.addBody(body);
    }

    @Override
    protected void delete(Body body) {
        // Notifies the listeners, so that they drop contacts that were found and not reported yet.
        world.removeBody(body, true);
    }

    @Override
    protected void simulate(Tick tick) {
        if (isListening != touches().areRead()) {
            listen(!isListening);
        }
        if (isListening
                && (!world.getContactListeners().contains(contacts)
                        || !world.getStepListeners().contains(contacts))) {
            throw new IllegalStateException("the contact and step listeners of a world must contain Freestep's, which"
                    + " reports contacts and sensors, was removed; remove your own one by one, not by"
                    + " removeAllContactListeners or removeAllStepListeners");
        }
        world.step(1, tick.dtSeconds());
    }

    private void listen(boolean isOn) {
        isListening = isOn;
        if (isOn) {
            world.addContactListener(contacts);
            world.addStepListener(contacts);
        } else {
            world.removeContactListener(contacts);
            world.removeStepListener(contacts);
            contacts.forget();
        }
    }

    @Override
    protected boolean asleep(Body body) {
        if (!body.isAtRest()) {
            if (!body.isStatic()) {
                return false;
            }
            // dyn4j lets a static body sleep only with one that touches it. Awake, it may have been moved.
            readAnyway(slot(body));
        }
        return true;
    }

    @Override
    protected void read(int slot, Body body) {
        Transform pose = body.getTransform();
        poseInPlane(slot, pose.getTranslationX(), pose.getTranslationY(), pose.getCost(), pose.getSint());
    }

    @Override
    protected EngineQueries openQueries() {
        return new Dyn4jQueries(this, world);
    }

    /** Updates dyn4j's bounds of a moved body. Otherwise, queries find it at its old place until the next step. */
    @Override
    protected void moved(Body body) {
        world.getBroadphaseDetector().update(body);
    }

    @Override
    protected void save(Body body, DataOutput out) throws IOException {
        Transform pose = body.getTransform();
        SavedNumbers.write(out, pose.getTranslationX(), pose.getTranslationY(), pose.getCost(), pose.getSint());
        Saves.part(out, "velocity");
        SavedNumbers.write(out, body.getLinearVelocity().x, body.getLinearVelocity().y, body.getAngularVelocity());
        out.writeBoolean(body.isAtRest());
    }

    @Override
    protected void restore(Body body, DataInput in) throws IOException {
        Transform pose = new Transform();
        pose.setTranslation(readFinite(in), readFinite(in));
        double cos = readFinite(in);
        double sin = readFinite(in);
        requireUnit(cos * cos + sin * sin);
        // With the saved cosine and sine, which dyn4j would compute again from an angle.
        pose.setRotation(new Rotation(cos, sin) {});
        double vx = readFinite(in);
        double vy = readFinite(in);
        double angular = readFinite(in);
        boolean isAtRest = in.readBoolean();
        body.setTransform(pose);
        body.setLinearVelocity(vx, vy);
        body.setAngularVelocity(angular);
        body.clearForce();
        body.clearTorque();
        body.clearAccumulatedForce();
        body.clearAccumulatedTorque();
        body.setAtRest(isAtRest);
    }

    @Override
    protected void release() {
        world = null;
    }
}
