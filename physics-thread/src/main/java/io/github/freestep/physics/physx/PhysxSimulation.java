package io.github.freestep.physics.physx;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.state.StateLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import physx.PxTopLevelFunctions;
import physx.common.PxBase;
import physx.common.PxDefaultCpuDispatcher;
import physx.common.PxQuat;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.physics.PxPhysics;
import physx.physics.PxRigidDynamic;
import physx.physics.PxScene;
import physx.physics.PxSceneDesc;

/**
 * A scene of PhysX: make actors by {@link #physics}, and {@link #add} those that are to be seen. Never blocks. A step
 * allocates nothing but what the binding does, and that is, once it is compiled, a few hundred bytes for a contact.
 *
 * <pre>{@code
 * class Boxes extends PhysxSimulation {
 *     Boxes() {
 *         super(StateLayout.of(1_000));
 *     }
 *
 *     protected void build() {
 *         PxMaterial material = own(physics().createMaterial(0.5f, 0.5f, 0.1f));
 *         ...
 *         PxRigidDynamic box = physics().createRigidDynamic(pose);
 *         box.attachShape(shape);
 *         int slot = add(box);
 *     }
 * }
 * }</pre>
 *
 * <p>The physics thread alone may call, as {@link EngineSimulation} says: a ray or a change from elsewhere is a
 * command, {@code physics.call(c -> world.scene().raycast(...))}. PhysX itself does not check its callers, and a
 * call from another thread on an object of it, such as a {@code PxScene} that was kept, may end the process.
 *
 * <p>A contact is an event when two shapes begin to touch; see the package for what it carries. An error that PhysX
 * reports in a command fails that command, and one that it reports in a step fails the step. One that it reports on a
 * thread that runs no world is logged as a warning.
 */
@SuppressWarnings("exports") // A module that uses it requires the engine as well.
public abstract class PhysxSimulation extends EngineSimulation<PxRigidDynamic> {
    private final List<PxBase> owned = new ArrayList<>();

    private PhysxRuntime runtime;
    private PxDefaultCpuDispatcher dispatcher;
    private PhysxFilter filter;
    private PhysxContacts contacts;
    private PxScene scene;

    /** The binding returns every pose in the same place of its thread's, so its parts are looked up once. */
    private long poseAddress;

    private PxVec3 position;
    private PxQuat orientation;

    /**
     * For a scene of at most n bodies.
     *
     * @param layout its capacity is how many bodies there can be at once
     * @throws UnsupportedOperationException if there is no native library for this platform
     */
    protected PhysxSimulation(StateLayout layout) {
        super(layout);
        PhysxRuntime.load();
    }

    /**
     * Called before the scene is made, to change what is the default: gravity of 9.81 downwards along y, a filter by which a
     * shape without filter data collides with all and whose contacts are reported, no threads but the one that steps. Whoever
     * sets another filter or event callback has contacts by that.
     *
     * @param scene to be changed
     */
    protected void describe(PxSceneDesc scene) {}

    /**
     * What makes actors, shapes, materials.
     *
     * @return the same for all worlds of the process
     * @throws IllegalStateException if the world is not open, or on another thread
     */
    public final PxPhysics physics() {
        requireOpen();
        return runtime.physics;
    }

    /**
     * The scene.
     *
     * @return this world's own
     * @throws IllegalStateException if the world is not open, or on another thread
     */
    public final PxScene scene() {
        requireOpen();
        return scene;
    }

    /**
     * Has something released at the end, after all bodies and what was handed over later: materials, shapes, what is static.
     *
     * @param <T> what it is
     * @param object made by {@link #physics}, or by what it made
     * @return the same
     * @throws IllegalStateException if the world is not open, or on another thread
     */
    public final <T extends PxBase> T own(T object) {
        requireOpen();
        Objects.requireNonNull(object, "the object to own must not be null");
        owned.add(object);
        return object;
    }

    @Override
    protected final void open() {
        runtime = PhysxRuntime.acquire(this);
        dispatcher = PxTopLevelFunctions.DefaultCpuDispatcherCreate(0);
        filter = new PhysxFilter();
        contacts = new PhysxContacts(this);
        PxSceneDesc description = new PxSceneDesc(runtime.scale);
        PxVec3 gravity = new PxVec3(0, -9.81f, 0);
        try {
            description.setGravity(gravity);
            description.setCpuDispatcher(dispatcher);
            description.setSimulationEventCallback(contacts);
            PxTopLevelFunctions.setupPassThroughFilterShader(description, filter);
            describe(description);
            scene = runtime.physics.createScene(description);
            runtime.errors.check();
        } finally {
            gravity.destroy();
            description.destroy();
        }
    }

    @Override
    protected final void insert(PxRigidDynamic body) {
        // PhysX would only report it, and the end of this world would release a body that another world still uses.
        if (body.getScene() != null) {
            throw new IllegalStateException("this body is in a scene already, of this world or another;"
                    + " remove it there first, or make another with physics()");
        }
        if (!scene.addActor(body)) {
            throw new IllegalStateException("PhysX did not take this body into its scene", runtime.errors.take());
        }
    }

    @Override
    protected final void delete(PxRigidDynamic body) {
        body.release();
    }

    @Override
    protected final void simulate(Tick tick) {
        scene.simulate((float) tick.dtSeconds());
        scene.fetchResults(true);
    }

    @Override
    protected final void throwReported() {
        runtime.errors.check();
    }

    /** Whether this world throws the errors of the calling thread. */
    boolean isRunHere() {
        return isPhysicsThread();
    }

    @Override
    protected final boolean asleep(PxRigidDynamic body) {
        return body.isSleeping();
    }

    @Override
    protected final void read(int slot, PxRigidDynamic body) {
        // Nothing but its address is used of the binding's object, so that the compiler can do without it.
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

    void touched(int slotA, int slotB, float x, float y, float z, float nx, float ny, float nz, float impulse) {
        contact(slotA, slotB, x, y, z, nx, ny, nz, impulse);
    }

    @Override
    protected final void release() {
        for (int i = owned.size() - 1; i >= 0; i--) {
            owned.get(i).release();
        }
        owned.clear();
        if (scene != null) {
            scene.release();
            scene = null;
        }
        if (contacts != null) {
            contacts.destroy();
            contacts = null;
        }
        if (filter != null) {
            filter.destroy();
            filter = null;
        }
        if (dispatcher != null) {
            dispatcher.destroy();
            dispatcher = null;
        }
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
