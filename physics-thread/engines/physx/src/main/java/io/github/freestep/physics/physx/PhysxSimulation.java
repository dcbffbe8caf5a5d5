package io.github.freestep.physics.physx;

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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import physx.PxTopLevelFunctions;
import physx.common.PxBase;
import physx.common.PxDefaultCpuDispatcher;
import physx.common.PxQuat;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.physics.PxActor;
import physx.physics.PxActorFlagEnum;
import physx.physics.PxPhysics;
import physx.physics.PxRigidBodyFlagEnum;
import physx.physics.PxRigidDynamic;
import physx.physics.PxScene;
import physx.physics.PxSceneDesc;
import physx.physics.PxSimulationEventCallback;

/**
 * Runs a scene of PhysX, NVIDIA's physics engine, as a simulation. You make actors by {@link #physics}, and {@link
 * #add} those that should be visible. A step blocks only with worker threads, and allocates only in the binding: once
 * compiled, a few hundred bytes per contact.
 *
 * <pre>{@code
 * PhysxSimulation world = PhysxSimulation.of(StateLayout.of(1_000), w -> {
 *     PxMaterial material = w.own(w.physics().createMaterial(0.5f, 0.5f, 0.1f));
 *     ...
 *     PxRigidDynamic box = w.physics().createRigidDynamic(pose);
 *     box.attachShape(shape);
 *     int slot = w.add(box);
 * });
 * }</pre>
 *
 * <p>Only the physics thread may call, as {@link EngineSimulation} says, and other threads use commands, such as
 * {@code physics.call(c -> world.scene().getNbActors(flags))}. PhysX does not check its callers, so the process may
 * end if another thread calls an object that it has kept, such as a {@code PxScene}.
 *
 * <p>The page of the artifact describes contacts, triggers and errors. If saves must be restored to the last bit, use
 * the adapter for Jolt.
 */
public final class PhysxSimulation extends SavableEngineSimulation<PxRigidDynamic> {
    /**
     * The wake counter of a sleeping body that PhysX has neither moved, woken nor put to sleep again since it was read
     * last. PhysX itself writes a positive 0 or more whenever it does so, and treats this value as 0.
     */
    private static final float UNTOUCHED = -0f;

    private final Consumer<PxSceneDesc> describe;
    /** What frees the objects of this world, in the order in which they were made. */
    private final List<Runnable> frees = new ArrayList<>();

    /** The addresses of the bodies that were deleted since the last step. PhysX reports their contacts once more. */
    private final Set<Long> deleted = new HashSet<>();

    private PhysxRuntime runtime;
    private PxScene scene;

    /** The address of the event callback that the scene was made with. */
    private long callback;

    /**
     * The binding returns all poses at one address per thread, so the parts of a pose are looked up once per thread.
     */
    private long poseAddress;

    private PxVec3 position;
    private PxQuat orientation;

    private PhysxSimulation(
            StateLayout layout, Consumer<PxSceneDesc> describe, EngineScene<? super PhysxSimulation> scene) {
        super(layout, scene, PhysxSimulation.class);
        this.describe = Objects.requireNonNull(describe, "describe must not be null; leave it out for the defaults");
        PhysxRuntime.LIBRARY.load();
    }

    /**
     * Loads PhysX's native library, unless the process has done so. {@link #of} does the same. Call it first if objects
     * of PhysX are made earlier, such as in the fields of a scene, which are initialised before the scene is passed to
     * {@code of}:
     *
     * <pre>{@code
     * final class Arena implements EngineScene<PhysxSimulation> {
     *     static {
     *         PhysxSimulation.load();
     *     }
     *
     *     private final PxBoxGeometry cube = new PxBoxGeometry(0.5f, 0.5f, 0.5f);
     * }
     * }</pre>
     *
     * <p>Thread-safe. The first call reads files and takes some milliseconds.
     *
     * @throws UnsupportedOperationException if there is no native library for this platform
     */
    public static void load() {
        PhysxRuntime.LIBRARY.load();
    }

    /**
     * Makes a world of at most {@code layout.capacity()} visible bodies.
     *
     * @param layout the capacity, and the channels in addition to the pose
     * @param scene fills the world, and acts before each step
     * @return the world, which a service or a stepper can run
     * @throws UnsupportedOperationException if there is no native library for this platform
     */
    public static PhysxSimulation of(StateLayout layout, EngineScene<? super PhysxSimulation> scene) {
        return of(layout, description -> {}, scene);
    }

    /**
     * Makes a world whose PhysX scene does not have the defaults. The defaults are: gravity of 9.81 downwards along y;
     * no threads but the one that steps; and a filter that reports contacts, by which a shape without filter data
     * collides with all shapes. If you set another filter or event callback, it replaces this adapter's contact events.
     *
     * @param layout the capacity, and the channels in addition to the pose
     * @param describe changes the defaults; called on the physics thread before the scene is made, once per run
     * @param scene fills the world, and acts before each step
     * @return the world, which a service or a stepper can run
     * @throws UnsupportedOperationException if there is no native library for this platform
     */
    public static PhysxSimulation of(
            StateLayout layout, Consumer<PxSceneDesc> describe, EngineScene<? super PhysxSimulation> scene) {
        return new PhysxSimulation(layout, describe, scene);
    }

    /**
     * Returns the factory of actors, shapes and materials.
     *
     * @return one for all open worlds, which is freed with the last of them
     * @throws IllegalStateException if the world is not open, or on another thread
     */
    public PxPhysics physics() {
        requireOpen();
        return runtime.physics;
    }

    /**
     * Returns PhysX's scene, for its settings and queries.
     *
     * @return the scene, which belongs to this world alone
     * @throws IllegalStateException if the world is not open, or on another thread
     */
    public PxScene scene() {
        requireOpen();
        return scene;
    }

    /**
     * Releases an object when the world closes: materials, shapes, static actors. Bodies are released first, then the
     * objects in the reverse order of these calls.
     *
     * @param <T> the type of the object
     * @param object made by {@link #physics}, or by an object that it made
     * @return the object
     * @throws IllegalStateException if the world is not open, or on another thread
     */
    public <T extends PxBase> T own(T object) {
        requireOpen();
        Objects.requireNonNull(object, "object must not be null");
        frees.add(object::release);
        return object;
    }

    @Override
    public String computedBy() {
        return EngineLibrary.computing("PhysX " + Integer.toHexString(PxTopLevelFunctions.getPHYSICS_VERSION()));
    }

    @Override
    protected void open() {
        runtime = PhysxRuntime.acquire(this);
        PxDefaultCpuDispatcher dispatcher = PxTopLevelFunctions.DefaultCpuDispatcherCreate(0);
        frees.add(dispatcher::destroy);
        PhysxFilter filter = new PhysxFilter();
        frees.add(filter::destroy);
        PhysxEvents events = new PhysxEvents(this, touches());
        frees.add(events::destroy);
        PxSceneDesc description = new PxSceneDesc(runtime.scale);
        PxVec3 gravity = new PxVec3(0, -9.81f, 0);
        try {
            description.setGravity(gravity);
            description.setCpuDispatcher(dispatcher);
            description.setSimulationEventCallback(events);
            PxTopLevelFunctions.setupPassThroughFilterShader(description, filter);
            describe.accept(description);
            scene = runtime.physics.createScene(description);
            if (scene != null) {
                frees.add(scene::release);
                callback = callback();
            }
            runtime.errors.check();
        } finally {
            gravity.destroy();
            description.destroy();
        }
    }

    @Override
    protected void insert(PxRigidDynamic body) {
        // PhysX would only report this, and later the close of this world would release a body that another
        // world still uses.
        if (body.getScene() != null) {
            throw new IllegalStateException("this body is in a scene already, of this world or another;"
                    + " remove it there first, or make another with physics()");
        }
        if (!scene.addActor(body)) {
            throw new IllegalStateException("PhysX did not take this body into its scene", runtime.errors.take());
        }
    }

    @Override
    protected void delete(PxRigidDynamic body) {
        deleted.add(body.getAddress());
        body.release();
    }

    @Override
    protected void simulate(Tick tick) {
        if (callback() != callback) {
            throw new IllegalStateException("the event callback of a scene must not be changed, because this adapter's"
                    + " reports contacts and triggers; set another one in the description, by of(layout, describe,"
                    + " scene)");
        }
        scene.simulate((float) tick.dtSeconds());
        scene.fetchResults(true);
        deleted.clear();
    }

    private long callback() {
        PxSimulationEventCallback set = scene.getSimulationEventCallback();
        return set == null ? 0 : set.getAddress();
    }

    @Override
    protected void throwReported() {
        runtime.errors.check();
    }

    /** Returns whether the calling thread runs this world. If so, this world throws the errors of that thread. */
    boolean isRunHere() {
        return isPhysicsThread();
    }

    @Override
    protected boolean asleep(PxRigidDynamic body) {
        float wakeCounter = body.getWakeCounter();
        if (isUntouched(wakeCounter)) {
            return true;
        }
        if (!body.isSleeping()) {
            return false;
        }
        if (wakeCounter == 0 && takesWakeCounter(body)) {
            body.setWakeCounter(UNTOUCHED);
        }
        readAnyway(slot(body));
        return true;
    }

    /** Compares bits, because PhysX's own 0 equals this one. */
    private static boolean isUntouched(float wakeCounter) {
        return Float.floatToRawIntBits(wakeCounter) == Float.floatToRawIntBits(UNTOUCHED);
    }

    /** Returns whether PhysX allows the wake counter of a body to be set. */
    private static boolean takesWakeCounter(PxRigidDynamic body) {
        return !isKinematic(body) && !body.getActorFlags().isSet(PxActorFlagEnum.eDISABLE_SIMULATION);
    }

    @Override
    protected void read(int slot, PxRigidDynamic body) {
        // Only the address of the binding's object is used, so that escape analysis removes the object.
        long address = body.getGlobalPose().getAddress();
        if (address != poseAddress) {
            lookUp(address);
        }
        PxVec3 p = position;
        PxQuat q = orientation;
        pose(slot, p.getX(), p.getY(), p.getZ(), q.getX(), q.getY(), q.getZ(), q.getW());
    }

    private void lookUp(long address) {
        PxTransform pose = PxTransform.wrapPointer(address);
        position = pose.getP();
        orientation = pose.getQ();
        poseAddress = address;
    }

    @Override
    protected EngineQueries openQueries() {
        return new PhysxQueries(this, scene);
    }

    /** Returns whether an actor that PhysX reports as removed was a body of this world. */
    boolean isDeleted(PxActor actor) {
        return deleted.contains(actor.getAddress());
    }

    @Override
    protected void save(PxRigidDynamic body, DataOutput out) throws IOException {
        PxTransform pose = body.getGlobalPose();
        PxQuat q = pose.getQ();
        write(out, pose.getP());
        SavedNumbers.writeFloats(out, q.getX(), q.getY(), q.getZ(), q.getW());
        Saves.part(out, "velocity");
        write(out, body.getLinearVelocity());
        write(out, body.getAngularVelocity());
        // Without the sign by which the adapter marks a sleeping body.
        out.writeFloat(isKinematic(body) ? 0 : Math.abs(body.getWakeCounter()));
        out.writeBoolean(body.isSleeping());
    }

    private static void write(DataOutput out, PxVec3 vector) throws IOException {
        SavedNumbers.writeFloats(out, vector.getX(), vector.getY(), vector.getZ());
    }

    private static boolean isKinematic(PxRigidDynamic body) {
        return body.getRigidBodyFlags().isSet(PxRigidBodyFlagEnum.eKINEMATIC);
    }

    @Override
    protected void restore(PxRigidDynamic body, DataInput in) throws IOException {
        float[] pose = new float[7];
        float[] motion = new float[6];
        read(in, pose);
        SavedNumbers.requireUnit(pose[3] * pose[3] + pose[4] * pose[4] + pose[5] * pose[5] + pose[6] * pose[6]);
        read(in, motion);
        float wakeCounter = Math.max(0, SavedNumbers.readFiniteFloat(in));
        boolean isAsleep = in.readBoolean();
        PxVec3 place = new PxVec3(pose[0], pose[1], pose[2]);
        PxQuat turn = new PxQuat(pose[3], pose[4], pose[5], pose[6]);
        PxTransform at = new PxTransform(place, turn);
        PxVec3 velocity = new PxVec3(motion[0], motion[1], motion[2]);
        PxVec3 spin = new PxVec3(motion[3], motion[4], motion[5]);
        try {
            body.setGlobalPose(at);
            if (!isKinematic(body)) {
                body.setLinearVelocity(velocity);
                body.setAngularVelocity(spin);
                if (isAsleep) {
                    body.putToSleep();
                } else {
                    body.setWakeCounter(wakeCounter);
                }
            }
        } finally {
            spin.destroy();
            velocity.destroy();
            at.destroy();
            turn.destroy();
            place.destroy();
        }
    }

    private static void read(DataInput in, float[] values) throws IOException {
        for (int i = 0; i < values.length; i++) {
            values[i] = SavedNumbers.readFiniteFloat(in);
        }
    }

    @Override
    protected void release() {
        for (int i = frees.size() - 1; i >= 0; i--) {
            frees.get(i).run();
        }
        frees.clear();
        deleted.clear();
        scene = null;
        if (runtime != null) {
            IllegalStateException reported = runtime.errors.take();
            runtime = null;
            PhysxRuntime.release(this);
            if (reported != null) {
                throw reported;
            }
        }
    }
}
