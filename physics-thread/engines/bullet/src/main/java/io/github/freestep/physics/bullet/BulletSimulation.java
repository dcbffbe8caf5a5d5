package io.github.freestep.physics.bullet;

import static io.github.freestep.physics.engines.SavedNumbers.readFinite;
import static io.github.freestep.physics.engines.SavedNumbers.requireUnit;

import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.joints.PhysicsJoint;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.bullet.util.NativeLibrary;
import com.jme3.math.Quaternion;
import com.simsilica.mathd.Quatd;
import com.simsilica.mathd.Vec3d;
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

/**
 * Runs a space of the physics engine Bullet as a simulation. You make bodies by Libbulletjme's own API, and {@link
 * #add} those that should be visible. A step never blocks, and once warm it allocates at most 64 bytes, all of them in
 * the binding.
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
 * <p>Only the physics thread may call, as {@link EngineSimulation} says, and other threads use commands, such as
 * {@code physics.call(c -> world.space().rayTest(...))}. Bullet does not check its callers, so the process may end if
 * another thread calls a space or a body that it has kept.
 *
 * <p>The page of the artifact describes contacts, sensors, the precision of queries, and memory. If saves must be
 * restored to the last bit, use the adapter for Jolt.
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
    private final Vec3d position = new Vec3d();

    /** A {@link BulletSpace}. The JVM must not load that class before this module reads Bullet's classes. */
    private PhysicsSpace space;

    private BulletSimulation(StateLayout layout, EngineScene<? super BulletSimulation> scene) {
        super(layout, scene, BulletSimulation.class);
        BulletRuntime.LIBRARY.load();
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
     * <p>On the module path, leave Bullet's jars on the class path; this adapter makes its own module read them. Also
     * pass {@code --enable-native-access=ALL-UNNAMED,io.github.freestep.physics.engines}. To compile a module of yours
     * that names Bullet's classes, such as {@code my.game}, pass to {@code javac}, and to {@code java} the first:
     * {@code --add-reads my.game=ALL-UNNAMED --add-reads io.github.freestep.physics.bullet=ALL-UNNAMED}.
     *
     * <p>Libbulletjme brings some classes of jMonkeyEngine, such as {@code com.jme3.math.Vector3f}, with fewer methods.
     * If {@code jme3-core} is on the class path as well, it must come first.
     *
     * @throws UnsupportedOperationException if there is no native library for this platform
     */
    public static void load() {
        BulletRuntime.LIBRARY.load();
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
     * before you add a body: each body gets the gravity that the space has at that time. Do not destroy or step the
     * space. In callbacks of Bullet, such as a listener of your own {@code contactTest}, do not change it either:
     * Bullet does not refuse that, and the process may end. A filter of this world's queries may change it.
     *
     * @return the space, which belongs to this world alone
     * @throws IllegalStateException if the world is not open, or on another thread
     */
    public PhysicsSpace space() {
        requireOpen();
        return space;
    }

    @Override
    public String computedBy() {
        return EngineLibrary.computing("Libbulletjme " + NativeLibrary.versionNumber()
                + (NativeLibrary.isDoublePrecision() ? " in doubles" : ""));
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

    /** Removes the body's joints as well: Bullet would continue solving them. */
    @Override
    protected void delete(PhysicsRigidBody body) {
        for (PhysicsJoint joint : body.listJoints()) {
            if (space.contains(joint)) {
                space.removeJoint(joint);
            }
        }
        space.removeCollisionObject(body);
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
        Vec3d p = body.getPhysicsLocationDp(position);
        pose(slot, p.x, p.y, p.z, q.getX(), q.getY(), q.getZ(), q.getW());
    }

    @Override
    protected EngineQueries openQueries() {
        return new BulletQueries(this, space);
    }

    /** Writes doubles for both kinds of native library. */
    @Override
    protected void save(PhysicsRigidBody body, DataOutput out) throws IOException {
        write(out, body.getPhysicsLocationDp(null));
        Quatd q = body.getPhysicsRotationDp(null);
        SavedNumbers.write(out, q.x, q.y, q.z, q.w);
        Saves.part(out, "velocity");
        write(out, body.isDynamic() ? body.getLinearVelocityDp(null) : new Vec3d());
        write(out, body.isDynamic() ? body.getAngularVelocityDp(null) : new Vec3d());
        out.writeDouble(body.getDeactivationTime());
    }

    private static void write(DataOutput out, Vec3d vector) throws IOException {
        SavedNumbers.write(out, vector.x, vector.y, vector.z);
    }

    @Override
    protected void restore(PhysicsRigidBody body, DataInput in) throws IOException {
        Vec3d location = vector(in);
        Quatd q = new Quatd(readFinite(in), readFinite(in), readFinite(in), readFinite(in));
        requireUnit(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        Vec3d velocity = vector(in);
        Vec3d spin = vector(in);
        float idleSeconds = (float) readFinite(in);
        body.setPhysicsLocationDp(location);
        body.setPhysicsRotationDp(q);
        if (body.isDynamic()) {
            body.setLinearVelocityDp(velocity);
            body.setAngularVelocityDp(spin);
        }
        // Bullet has no call that lets a body sleep. After that idle time it falls asleep in the next steps. A static
        // body sleeps already, and Bullet would not put it to sleep again.
        if (!body.isStatic()) {
            body.activate(true);
            body.setDeactivationTime(idleSeconds);
        }
    }

    private static Vec3d vector(DataInput in) throws IOException {
        return new Vec3d(readFinite(in), readFinite(in), readFinite(in));
    }

    @Override
    protected void release() {
        if (space != null) {
            space.destroy();
            space = null;
        }
    }
}
