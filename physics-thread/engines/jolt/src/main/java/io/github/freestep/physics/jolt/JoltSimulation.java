package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.PhysicsSystem;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.TwoBodyConstraint;
import com.github.stephengold.joltjni.TwoBodyConstraintSettings;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineLibrary;
import io.github.freestep.physics.engines.EngineQueries;
import io.github.freestep.physics.engines.EngineRestore;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.physics.engines.SavableEngineSimulation;
import io.github.freestep.physics.engines.SavedNumbers;
import io.github.freestep.physics.saves.content.SavedParts;
import io.github.freestep.state.StateLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs a system of Jolt, which is {@linkplain #restoresExactly restored to the last bit}. You make bodies by {@link
 * #bodies}, and {@link #add} those that should be visible. A step blocks only with several {@linkplain Builder#threads
 * threads}, and allocates only small objects: a few while contacts are read, and some for each pair that is about to
 * touch or parts.
 *
 * <pre>{@code
 * JoltSimulation world = JoltSimulation.of(StateLayout.of(1_000), w -> {
 *     BodyCreationSettings settings = new BodyCreationSettings(
 *             new BoxShape(0.5f), new RVec3(0, 5, 0), new Quat(), EMotionType.Dynamic, 0);
 *     int slot = w.add(w.bodies().createBody(settings));
 *     settings.close();
 * });
 * }</pre>
 *
 * <p>Only the physics thread may call, as {@link EngineSimulation} says, and other threads use commands, such as
 * {@code physics.call(c -> world.system().getNumBodies())}. Jolt does not check its callers, so the process may end if
 * another thread calls an object that it has kept, or if a removed body is used.
 *
 * <p>The page of the artifact describes contacts, queries, and what to close. For two dimensions, use the adapter for
 * Box2D or dyn4j.
 */
@SuppressWarnings("exports") // A module that uses it requires the engine as well.
public final class JoltSimulation extends SavableEngineSimulation<Body> {
    static {
        // Jolt is on the class path or a module, whose name depends on its version. So this module does not require it.
        try {
            JoltSimulation.class
                    .getModule()
                    .addReads(
                            Class.forName("com.github.stephengold.joltjni.Jolt").getModule());
        } catch (ClassNotFoundException e) {
            // Then load() says what is missing.
        }
    }

    /**
     * The object layer for static bodies. Bodies in it do not collide with each other, and Jolt keeps them in a tree of
     * their own, so that moving bodies cost less. Bodies in layer 0, Jolt's default, collide with all bodies but those
     * of a layer that {@link Builder#layer} lets ignore 0. {@code add} refuses layers that are neither these two nor
     * made by {@code layer}.
     */
    public static final int STATIC_LAYER = JoltSystem.STATIC_LAYER;

    /** Jolt's own limit is larger, but Jolt is asked for room for more bodies than the world admits. */
    private static final int MOST_BODIES = 0x7FFFFF / JoltLimits.SPARE;

    /** Jolt's own limit. */
    private static final int MOST_CONTACTS = 2_000_000;

    private final JoltLimits limits;
    private final @Nullable ContactRule rule;
    private final RVec3 position = new RVec3();
    private final Quat orientation = new Quat();

    private final boolean isExact;
    private final BodyIds ids;

    /** The body that was inserted last and whose slot is not known yet. */
    private @Nullable Body inserted;

    /** Null while the world is closed. */
    JoltSystem jolt;

    /** Null until the open world is saved or restored for the first time. */
    private @Nullable SystemSaves saves;

    private JoltSimulation(
            StateLayout layout,
            EngineScene<? super JoltSimulation> scene,
            JoltLimits limits,
            @Nullable ContactRule rule) {
        super(layout, scene, JoltSimulation.class);
        JoltRuntime.LIBRARY.load();
        isExact = Jolt.isDoublePrecision();
        this.limits = limits;
        this.rule = rule;
        ids = new BodyIds(limits.bodies(), layout.capacity());
    }

    /**
     * Loads Jolt's native library, and registers its types, unless the process has loaded it. {@link #of} does the
     * same. Call it first if objects of Jolt are made earlier, such as in the fields of a scene, which are initialised
     * before the scene is passed to {@code of}:
     *
     * <pre>{@code
     * final class Arena implements EngineScene<JoltSimulation> {
     *     static {
     *         JoltSimulation.load();
     *     }
     *
     *     private final ShapeRef cube = new BoxShape(0.5f).toRef();
     * }
     * }</pre>
     *
     * <p>Thread-safe. The first call reads files and takes some milliseconds.
     *
     * <p>On the module path, this adapter makes its own module read Jolt's classes, wherever they are. Leave Jolt's
     * jars on the class path, and pass {@code --enable-native-access=ALL-UNNAMED,io.github.freestep.physics.engines}.
     * If a module of yours, such as {@code my.game}, names Jolt's classes, pass {@code --add-reads my.game=ALL-UNNAMED}
     * to {@code javac} and to {@code java}, and {@code --add-reads io.github.freestep.physics.jolt=ALL-UNNAMED} to
     * {@code javac}. Or put the jar of the classes alone on the module path: it is then the module {@code
     * jolt.jni.Linux64}, from version 1.0.0 on {@code com.github.stephengold.joltjni}, which takes the place of {@code
     * ALL-UNNAMED} in these options, except that the native library is still on the class path, and yours can require
     * it.
     *
     * <p>If your program has loaded Jolt before, it must have registered Jolt's types, too.
     *
     * @throws UnsupportedOperationException if the native library is missing for this platform, or has another version
     */
    public static void load() {
        JoltRuntime.LIBRARY.load();
    }

    /**
     * Makes a world of at most {@code layout.capacity()} visible bodies, stepped by the physics thread alone. Its
     * gravity is 9.81 downwards along y.
     *
     * @param layout the capacity, and the channels in addition to the pose
     * @param scene fills the world, and acts before each step
     * @return the world, which a service or a stepper can run
     * @throws UnsupportedOperationException if the native library is missing for this platform, or has another version
     */
    public static JoltSimulation of(StateLayout layout, EngineScene<? super JoltSimulation> scene) {
        return builder(layout, scene).build();
    }

    /**
     * Begins a world that does not have the defaults of {@link #of}.
     *
     * @param layout the capacity, and the channels in addition to the pose
     * @param scene fills the world, and acts before each step
     * @return a new builder
     */
    public static Builder builder(StateLayout layout, EngineScene<? super JoltSimulation> scene) {
        return new Builder(layout, scene);
    }

    /** Sets limits, layers and the contact rule of worlds. Not thread-safe; may be used again. */
    public static final class Builder {
        private static final int MOST_THREADS = 64;

        /** One bit of an int for each. */
        private static final int MOST_LAYERS = 32;

        private final StateLayout layout;
        private final EngineScene<? super JoltSimulation> scene;
        private int others = 256;
        private int contacts;
        private int threads = 1;
        private final List<Integer> ignored = new ArrayList<>(List.of(0, 1 << STATIC_LAYER));
        private @Nullable ContactRule rule;

        private Builder(StateLayout layout, EngineScene<? super JoltSimulation> scene) {
            this.layout = Objects.requireNonNull(layout, "layout must not be null; StateLayout.of(1_000) makes one");
            this.scene = Objects.requireNonNull(scene, "scene must not be null; world -> {} makes an empty world");
            contacts = (int) Math.min(MOST_CONTACTS, 1_024 + 8L * layout.capacity());
        }

        /**
         * Sets how many threads step the world, with the physics thread among them. The states are the same for any
         * number. Default: 1. With more, the physics thread waits for the others in each step, and a contact rule is
         * called under a lock.
         *
         * @param count from 1 to 64
         * @return this
         */
        public Builder threads(int count) {
            threads = require("threads", 1, count, MOST_THREADS);
            return this;
        }

        /**
         * Sets how many bodies without a slot the system has room for, such as walls. Default: 256. If there are more
         * bodies than these and the slots, {@code add} and {@code save} throw.
         *
         * @param count at least 1
         * @return this
         */
        public Builder otherBodies(int count) {
            others = require("other bodies", 1, count, MOST_BODIES);
            return this;
        }

        /**
         * Sets how many contacts a step has room for. Each pair of shapes that touch is one contact. The step also has
         * room for {@code 2 * count} pairs of bodies that are close, and at least 1024. A step with more contacts or
         * pairs fails. A contact takes about 2 kB. Default: 1024, and 8 for each slot, at most 2,000,000.
         * A few bodies of many shapes each, such as vehicles in a heap of rubble, need more.
         *
         * @param count at least 1
         * @return this
         */
        public Builder contacts(int count) {
            contacts = require("contacts", 1, count, MOST_CONTACTS);
            return this;
        }

        /**
         * Makes an object layer of your own, such as one for debris that ignores other debris. Bodies in it collide
         * with those of all layers but the ones that are named here, or that name this one. For rules that depend on
         * pairs of bodies, use Jolt's collision groups.
         *
         * @param layer from 2 to 31; the layers from 2 to this one are made as well, and ignore none
         * @param others the layers to ignore, which may be this one, or one that is made later
         * @return this
         */
        public Builder layer(int layer, int... others) {
            require("layer", STATIC_LAYER + 1, layer, MOST_LAYERS - 1);
            int bits = 0;
            for (int other : others) {
                bits |= 1 << require("a layer to ignore", 0, other, MOST_LAYERS - 1);
            }
            while (ignored.size() <= layer) {
                ignored.add(0);
            }
            ignored.set(layer, bits);
            return this;
        }

        /**
         * Sets what decides how contacts are solved, such as those of one-way platforms and conveyor belts. Default:
         * none, which costs nothing.
         *
         * @param contactRule called by all worlds of this builder
         * @return this
         */
        public Builder contactRule(ContactRule contactRule) {
            rule = Objects.requireNonNull(
                    contactRule, "contactRule must not be null; leave the call out for a world without one");
            return this;
        }

        private static int require(String name, int least, int count, int most) {
            if (count < least || count > most) {
                throw new IllegalArgumentException(
                        name + " must be between " + least + " and " + most + ", was " + count);
            }
            return count;
        }

        /**
         * Makes a world with these limits. Native memory is reserved when a service or stepper sets it up.
         *
         * @return the world, which a service or a stepper can run
         * @throws IllegalArgumentException if it would have room for more than 2,097,151 bodies with a slot and without
         * @throws UnsupportedOperationException if the native library is missing for this platform, or has another
         *     version
         */
        public JoltSimulation build() {
            if (layout.capacity() + (long) others > MOST_BODIES) {
                throw new IllegalArgumentException("slots and other bodies must be at most " + MOST_BODIES
                        + " together, were " + layout.capacity() + " and " + others + "; set a smaller capacity");
            }
            JoltLimits limits = new JoltLimits(layout.capacity() + others, contacts, threads, List.copyOf(ignored));
            return new JoltSimulation(layout, scene, limits, rule);
        }
    }

    /**
     * Returns Jolt's system, for its settings, joints, and queries. If you set a contact listener, the next step
     * throws, because this adapter sets its own for a rule, and while contacts are read and the world has a body that
     * was added with {@code LinearCast}. In a callback of Jolt, most of its calls would wait permanently or end the
     * process. There, to read and push, use a {@code getBodyInterfaceNoLock()} kept from before.
     *
     * <p>If bodies enter a layer by Jolt's own {@code addBody} or {@code setObjectLayer}, this world cannot count them.
     * Jolt frees the memory that they take only in a step in which a body is awake, and only for layers that are not
     * empty then, and it ends the process when this memory runs out. So if more bodies enter a layer than the world has
     * room for, without such a step in between, call {@code optimizeBroadPhase()} each time that this many have
     * entered, while some of them are still in the layer. For this, all layers but {@link #STATIC_LAYER} count as one,
     * because they share a tree.
     *
     * @return the system, which belongs to this world alone
     * @throws IllegalStateException in a callback of Jolt, if the world is not open, or on another thread
     */
    public PhysicsSystem system() {
        requireOutsideEngine("system()");
        jolt.removals.destroy();
        return jolt.system;
    }

    /**
     * Returns what makes bodies, and moves, pushes and wakes them by their numbers. It takes Jolt's locks, for which a
     * callback would wait permanently; there, use the interface that {@link #system} describes. If you add many bodies
     * by it, or change their layers, see {@link #system} for what you must call. A body that has a slot must be removed
     * by {@link #remove}: after {@code removeBody} or {@code destroyBody}, steps and saves throw.
     *
     * @return belongs to this world alone
     * @throws IllegalStateException in a callback of Jolt, if the world is not open, or on another thread
     */
    public BodyInterface bodies() {
        requireOutsideEngine("bodies()");
        jolt.removals.destroy();
        return (BodyInterface) JoltRuntime.calls().lockingBodies().call(jolt.system);
    }

    /**
     * Passes all pairs of bodies that the last step has pushed apart, with their impulses in it, for example for the
     * sound of a body that slides. Pairs that sleep, pairs of sensors, and pairs of which Jolt keeps no point, as a
     * fast body may have, are left out. The pairs do not depend on who reads events. Each call takes time proportional
     * to the number of contacts. For scenes and commands.
     *
     * @param to called for each pair, in the same order for any number of threads
     * @throws IllegalStateException in a callback of Jolt, if the world is not open, or on another thread
     */
    public void contacts(ContactVisitor to) {
        requireChangeable("contacts");
        jolt.contacts.forEach(Objects.requireNonNull(to, "to must not be null"));
    }

    /**
     * Wakes the bodies that touch a box, such as one in which blocks of the ground have changed, because Jolt would
     * leave them asleep in the air. They are awake from the next step on, or from the end of the command that calls
     * this. Unlike Jolt's own {@code activateBodiesInAaBox}, this wakes the same bodies after a restore. For scenes and
     * commands.
     *
     * @param minX the least x of the box, in metres
     * @param minY the least y
     * @param minZ the least z
     * @param maxX the largest x, not less than the least one, like the others
     * @param maxY the largest y
     * @param maxZ the largest z
     * @throws IllegalArgumentException if a largest value is not at least the least one
     */
    public void wake(double minX, double minY, double minZ, double maxX, double maxY, double maxZ) {
        requireChangeable("wake");
        if (!(minX <= maxX && minY <= maxY && minZ <= maxZ)) {
            throw new IllegalArgumentException("a box must have least coordinates up to its largest ones, was from "
                    + minX + ", " + minY + ", " + minZ + " to " + maxX + ", " + maxY + ", " + maxZ
                    + "; pass the least x, y and z first");
        }
        jolt.removals.addBox((float) minX, (float) minY, (float) minZ, (float) maxX, (float) maxY, (float) maxZ);
    }

    /**
     * Adds a joint that saves carry: a restore makes it again where it is missing, with no code in the scene. Makes it
     * in the spaces of the bodies, from what Jolt returns of a joint of these settings; the two may differ in the last
     * bits. The reference is valid until the world closes. While a restore has removed the joint, a setter has no
     * effect, and nothing that depends on the bodies may be asked. A restore that brings the joint back brings back
     * this object; but if it has made one of the bodies again, find the joint in {@code system().getConstraints()}.
     *
     * @param settings of any kind but a path, a gear, a rack, a pulley or a vehicle; they can be used again
     * @param body1 a body of this world, or {@code Body.sFixedToWorld()}
     * @param body2 another one
     * @return the joint
     * @throws IllegalArgumentException if the kind is another one, or axes are not perpendicular or not of length 1
     * @throws IllegalStateException if a body is not of this world, in a callback, if the world is not open, or on
     *     another thread
     */
    public TwoBodyConstraint addJoint(TwoBodyConstraintSettings settings, Body body1, Body body2) {
        requireChangeable("addJoint");
        Objects.requireNonNull(settings, "settings must not be null; new HingeConstraintSettings() makes some");
        Objects.requireNonNull(body1, "body1 must not be null; pass Body.sFixedToWorld() to join a body to the world");
        Objects.requireNonNull(body2, "body2 must not be null; pass Body.sFixedToWorld() to join a body to the world");
        if (!isEnd(body1) || !isEnd(body2) || body1.getId() == body2.getId()) {
            throw new IllegalStateException(
                    "a joint must be between two bodies of this world that are in the system, or"
                            + " one and Body.sFixedToWorld(); make them with bodies(), and add them first");
        }
        return jolt.addJoint(settings, body1, body2);
    }

    private boolean isEnd(Body body) {
        return body.isInBroadPhase() && jolt.owns(body)
                || body.va() == Body.sFixedToWorld().va();
    }

    @Override
    public String computedBy() {
        return EngineLibrary.computing(
                "jolt-jni " + JoltRuntime.name(JoltRuntime.version()) + (isExact ? " in doubles" : ""));
    }

    @Override
    protected void open() {
        jolt = new JoltSystem(this, limits, rule, ids, touches());
    }

    @Override
    protected void insert(Body body) {
        jolt.removals.destroy();
        if (body.isInBroadPhase()) {
            throw new IllegalStateException("this body is in a system already, of this world or another;"
                    + " remove it there first, or make another with bodies()");
        }
        // Jolt would add the body that has its number here.
        if (!jolt.owns(body)) {
            throw new IllegalStateException("this body was made by the system of another world, or was removed;"
                    + " make it with bodies() of this world");
        }
        int layer = body.getObjectLayer();
        if (layer >= limits.layers()) {
            // Jolt would read beyond its tables of layers.
            throw new IllegalArgumentException("the object layer of a body must be between 0 and "
                    + (limits.layers() - 1) + ", was " + layer
                    + "; call setObjectLayer of its settings, or make the layer by layer(" + layer
                    + ") of the builder");
        }
        if (layer == STATIC_LAYER && body.isDynamic()) {
            throw new IllegalArgumentException("a dynamic body must not be in the layer " + STATIC_LAYER
                    + " of static bodies, with which it does not collide; call setObjectLayer(0) of its settings");
        }
        jolt.requireRoom(body.getId());
        jolt.requireNoneLost();
        jolt.add(body, EActivation.Activate);
        inserted = body;
    }

    /** Removes the body's joints as well, because Jolt would continue solving them. */
    @Override
    protected void delete(Body body) {
        int slot = slot(body);
        int id = ids.of(slot);
        if (jolt.isLost(slot) || !jolt.isWhole()) {
            // The next step says why.
            ids.forget(slot);
            return;
        }
        jolt.removals.add(body, id);
        if (saves != null) {
            saves.removed(id);
        }
    }

    @Override
    protected void moved(Body body) {
        if (body != inserted) {
            jolt.requireAdded(slot(body));
        }
    }

    @Override
    protected void completeRemovals() {
        jolt.removals.complete();
    }

    @Override
    protected void simulate(Tick tick) {
        jolt.step((float) tick.dtSeconds());
    }

    @Override
    protected boolean asleep(Body body) {
        return !body.isActive();
    }

    @Override
    protected void read(int slot, Body body) {
        if (body == inserted) {
            ids.put(body.getId(), slot);
            inserted = null;
        }
        RVec3 p = position;
        Quat q = orientation;
        if (isExact) {
            // The body itself rounds its position to floats.
            jolt.bodies.getPositionAndRotation(ids.of(slot), p, q);
        } else {
            body.getPositionAndRotation(p, q);
        }
        pose(slot, p.xx(), p.yy(), p.zz(), q.getX(), q.getY(), q.getZ(), q.getW());
    }

    @Override
    protected EngineQueries openQueries() {
        return new JoltQueries(jolt, ids);
    }

    @Override
    protected void saveEngine(DataOutput out) throws IOException {
        SystemSaves completed = saves();
        jolt.requireWhole();
        completed.write(out);
    }

    @Override
    protected EngineRestore readEngine(DataInput in) throws IOException {
        saves().read(in);
        return saves();
    }

    private SystemSaves saves() {
        completeRemovals();
        if (saves == null) {
            saves = new SystemSaves(this, jolt, ids);
        }
        return saves;
    }

    /** Writes only what a report names: {@link #saveEngine} writes the bodies without a slot as well. */
    @Override
    protected void save(Body body, DataOutput out) throws IOException {
        if (out instanceof SavedParts.Names names) {
            names.part("velocity");
            for (Vec3 each : new Vec3[] {body.getLinearVelocity(), body.getAngularVelocity()}) {
                SavedNumbers.writeFloats(out, each.getX(), each.getY(), each.getZ());
            }
        }
    }

    @Override
    protected void restore(Body body, DataInput in) {}

    /**
     * Returns true: a restored world computes the same bits as the saved one, with its contacts, its sleep and the
     * numbers of its bodies, also if bodies are spawned and removed afterwards. The rules for a scene:
     *
     * <ul>
     *   <li><b>Bodies with a slot</b> may come and go by {@code add} and {@code remove}. {@code restoreBody} must
     *       create the body of its slot and no other, also for a body that {@code build} has made, if the saved world
     *       has another one in that slot. A restore replaces bodies, so keep slots, not references.
     *   <li><b>Bodies without a slot</b> must be created in {@code build}, the same ones each time. If a scene later
     *       creates and destroys bodies by Jolt's own API, a restore is refused, or later bodies differ.
     *   <li><b>Joints</b> of {@link #addJoint} come and go with the saved world; a restore makes and removes them.
     *       Those that a scene adds to {@link #system} after {@code build}, or that are of a path, gear, rack or
     *       pulley, it must add again in {@code restoreBody} or its own {@code restore}, in any order, with points and
     *       axes in {@code LocalToBodyCOM} (in later versions {@code LocalToBodyCom}): Jolt does not return all that
     *       such a joint was made of. A restore is refused if this world has one that the saved world lacks: call
     *       {@code setEnabled(false)} instead of removing it. Those of one kind between the same bodies must have
     *       different priorities and keep them. Otherwise {@code save} may refuse them, or a restore may exchange two
     *       alike ones. All that a scene may change of a joint is restored: whether it is enabled, limits, springs,
     *       friction, motors, numbers of solver steps, and also its impulses. Except: the path of a {@code
     *       PathConstraint}, the joints of a gear or a rack, and {@code notifyShapeChanged}. Set the friction of a
     *       {@code SixDofConstraint} after its limits: Jolt looks only then whether an axis that is not fixed has any.
     *       NaN or infinite impulses are not refused. A restore refuses a {@code SwingTwistConstraint} or {@code
     *       SixDofConstraint} of bodies that are more than 100,000 km apart or move as fast in a second, and a target
     *       angle of a hinge above 1,000,000, because a step of Jolt might not end.
     *   <li><b>Of a body</b>, this world saves also motion type, layer, friction, restitution, gravity factor and
     *       whether it is a sensor. Not saved: shape, mass, damping, largest velocities, motion quality, allowed
     *       degrees of freedom, numbers of solver steps, collision group, user data and the flags manifold reduction,
     *       kinematic against static, gyroscopic force, enhanced internal edges and may sleep. If a scene changes one
     *       of these after it has made the body, {@code saveBody} must write it.
     *   <li><b>Of the system</b>, the gravity is saved; its settings, filters and listeners are not. A character saves
     *       itself by {@code saveState}, except its shape and its settings, such as mass, up direction, slope limit and
     *       strength: call it in {@code save} of the scene, and {@code restoreState} in {@code restore}. If a scene
     *       changes the shape, as for a crouching player, or a setting, it must save that as well.
     *   <li>A world with a soft body, a vehicle, or a body that is not in the system cannot be saved; {@code save}
     *       names the body. If {@code add} has refused a body, add it later; if it is destroyed, later bodies may get
     *       other numbers in a restored world.
     *   <li>Remove the step listener of a vehicle before its body; otherwise, the next step ends the process.
     * </ul>
     */
    @Override
    public boolean restoresExactly() {
        return true;
    }

    @Override
    protected void release() {
        if (jolt != null) {
            jolt.free();
            jolt = null;
            ids.clear();
            inserted = null;
            saves = null;
        }
    }
}
