package io.github.freestep.physics.bullet;

import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.joints.PhysicsJoint;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.bullet.util.NativeLibrary;
import com.jme3.math.Quaternion;
import com.jme3.math.Vector3f;
import com.simsilica.mathd.Vec3d;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engine.EngineQueries;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.physics.engine.SavableEngineSimulation;
import io.github.freestep.state.StateLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Runs a space of Bullet. Make bodies by Libbulletjme's own API, and {@link #add} those that should be visible. A step
 * never blocks. Once warm, this adapter allocates nothing in it, and the binding at most 64 bytes.
 *
 * <pre>{@code
 * BulletSimulation world = BulletSimulation.of(StateLayout.of(1_000), w -> {
 *     BoxCollisionShape cube = new BoxCollisionShape(0.5f);
 *     PhysicsRigidBody floor = new PhysicsRigidBody(new PlaneCollisionShape(new Plane(Vector3f.UNIT_Y, 0)), 0);
 *     w.space().addCollisionObject(floor);
 *     PhysicsRigidBody box = new PhysicsRigidBody(cube, 1);
 *     int slot = w.add(box);
 * });
 * }</pre>
 *
 * <p>Only the physics thread may call, as {@link EngineSimulation} says. Other threads query or change the space by a
 * command, such as {@code physics.call(c -> world.space().rayTest(...))}. Bullet itself does not check its callers. If
 * another thread calls a space or a body that it has kept, the process may end.
 *
 * <p>When two bodies begin or end to touch, there is an event; the package document says what it carries.
 */
@SuppressWarnings("exports") // A module that uses it requires the engine as well.
public final class BulletSimulation extends SavableEngineSimulation<PhysicsRigidBody> {
    static {
        // Bullet has no module descriptor. So it is on the class path, which a module does not read otherwise.
        BulletSimulation.class
                .getModule()
                .addReads(BulletSimulation.class.getClassLoader().getUnnamedModule());
    }

    private final Quaternion orientation = new Quaternion();
    private final Vector3f position = new Vector3f();
    private final Vec3d exactPosition = new Vec3d();
    private final boolean isExact;

    /** A {@link BulletSpace}. The JVM must not load that class before this module reads Bullet's classes. */
    private PhysicsSpace space;

    private BulletSimulation(StateLayout layout, EngineScene<? super BulletSimulation> scene) {
        super(layout, scene, BulletSimulation.class);
        BulletRuntime.load();
        isExact = NativeLibrary.isDoublePrecision();
    }

    /**
     * Loads Bullet's native library, unless the process has done so. {@link #of} does the same. Call it first if
     * objects of Bullet are made earlier, such as in the fields of a scene, which are initialised before the scene is
     * passed to {@code of}:
     *
     * <pre>{@code
     * final class Arena implements EngineScene<BulletSimulation> {
     *     static {
     *         BulletSimulation.load();
     *     }
     *
     *     private final BoxCollisionShape cube = new BoxCollisionShape(0.5f);
     * }
     * }</pre>
     *
     * <p>Thread-safe. The first call reads files and takes some milliseconds.
     *
     * @throws UnsupportedOperationException if there is no native library for this platform
     */
    public static void load() {
        BulletRuntime.load();
    }

    /**
     * Makes a world of at most {@code layout.capacity()} visible bodies. Its gravity is 9.81 downwards along y.
     *
     * @param layout the capacity, and the channels in addition to the pose
     * @param scene fills the world, and acts before each step
     * @return the world, which a service or a stepper can run
     * @throws UnsupportedOperationException if there is no native library for this platform
     */
    public static BulletSimulation of(StateLayout layout, EngineScene<? super BulletSimulation> scene) {
        return new BulletSimulation(layout, scene);
    }

    /**
     * Returns Bullet's space, for its settings, joints, queries, and bodies that are not visible. Set the gravity
     * before you add a body: each body gets the gravity that the space has at that time.
     *
     * @return the space, which belongs to this world alone
     * @throws IllegalStateException if the world is not open, or on another thread
     */
    public PhysicsSpace space() {
        requireOpen();
        return space;
    }

    @Override
    protected void open() {
        space = BulletRuntime.open(this, touches());
    }

    @Override
    protected void insert(PhysicsRigidBody body) {
        if (body.isInWorld()) {
            throw new IllegalStateException("this body is in a space already, of this world or another;"
                    + " remove it there first, or make another");
        }
        space.addCollisionObject(body);
    }

    /** Removes the body's joints as well: Bullet would go on solving them. */
    @Override
    protected void delete(PhysicsRigidBody body) {
        for (PhysicsJoint joint : body.listJoints()) {
            if (space.contains(joint)) {
                space.removeJoint(joint);
            }
        }
        ((BulletSpace) space).removeBody(body);
    }

    @Override
    protected void simulate(Tick tick) {
        ((BulletSpace) space).step((float) tick.dtSeconds());
    }

    @Override
    protected boolean asleep(PhysicsRigidBody body) {
        return !body.isActive();
    }

    @Override
    protected void read(int slot, PhysicsRigidBody body) {
        Quaternion q = body.getPhysicsRotation(orientation);
        if (isExact) {
            Vec3d p = body.getPhysicsLocationDp(exactPosition);
            pose(slot, p.x, p.y, p.z, q.getX(), q.getY(), q.getZ(), q.getW());
        } else {
            Vector3f p = body.getPhysicsLocation(position);
            pose(slot, p.x, p.y, p.z, q.getX(), q.getY(), q.getZ(), q.getW());
        }
    }

    @Override
    protected EngineQueries openQueries() {
        return new BulletQueries(this, space);
    }

    @Override
    protected void save(PhysicsRigidBody body, DataOutput out) throws IOException {
        SavedBody.save(body, out);
    }

    @Override
    protected void restore(PhysicsRigidBody body, DataInput in) throws IOException {
        SavedBody.of(in).restore(body);
    }

    @Override
    protected void release() {
        if (space != null) {
            space.destroy();
            space = null;
            BulletRuntime.close(this);
        }
    }
}
