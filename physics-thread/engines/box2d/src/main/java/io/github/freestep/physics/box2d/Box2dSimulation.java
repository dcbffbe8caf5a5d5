package io.github.freestep.physics.box2d;

import com.badlogic.gdx.Version;
import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef.BodyType;
import com.badlogic.gdx.physics.box2d.Transform;
import com.badlogic.gdx.physics.box2d.World;
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
 * Runs a world of Box2D in the plane z = 0. You make bodies by libGDX's own API, and {@link #add} those that should be
 * visible. A step never blocks, and allocates nothing once warm.
 *
 * <pre>{@code
 * Box2dSimulation world = Box2dSimulation.of(StateLayout.of(1_000), w -> {
 *     BodyDef at = new BodyDef();
 *     at.type = BodyDef.BodyType.DynamicBody;
 *     at.position.set(0, 10);
 *     Body box = w.world().createBody(at);
 *     PolygonShape square = new PolygonShape();
 *     square.setAsBox(0.5f, 0.5f);
 *     box.createFixture(square, 1);
 *     square.dispose();
 *     int slot = w.add(box);
 * });
 * }</pre>
 *
 * <p>Only the physics thread may call, as {@link EngineSimulation} says, and other threads use commands. Box2D does
 * not check its callers, so the process may end if another thread calls an object that it has kept.
 *
 * <p>The page of the artifact describes contacts, sensors and removed bodies. For three dimensions, use the adapter
 * for Jolt, PhysX or Bullet.
 */
@SuppressWarnings("exports") // A module that uses it requires the engine as well.
public final class Box2dSimulation extends SavableEngineSimulation<Body> {
    static {
        // libGDX cannot be a module, because two of its jars share a package. So it is on the class path, which a
        // module does not read otherwise.
        Box2dSimulation.class
                .getModule()
                .addReads(Box2dSimulation.class.getClassLoader().getUnnamedModule());
    }

    /** The iterations of the solver for velocities in each step. */
    public static final int VELOCITY_ITERATIONS = 8;

    /** The iterations of the solver for positions in each step. */
    public static final int POSITION_ITERATIONS = 3;

    private World world;

    /** Takes the place of a contact listener that the scene has set, and passes callbacks on to it. */
    private Runnable chain;

    private Box2dSimulation(StateLayout layout, EngineScene<? super Box2dSimulation> scene) {
        super(layout, scene, Box2dSimulation.class);
        Box2dRuntime.LIBRARY.load();
    }

    /**
     * Loads Box2D's native libraries, unless the process has done so. {@link #of} does the same. Call it first if
     * objects of Box2D are made earlier, such as in the fields of a scene, which are initialised before the scene is
     * passed to {@code of}:
     *
     * <pre>{@code
     * final class Arena implements EngineScene<Box2dSimulation> {
     *     static {
     *         Box2dSimulation.load();
     *     }
     *
     *     private final PolygonShape square = new PolygonShape();
     * }
     * }</pre>
     *
     * <p>Thread-safe. The first call reads files and takes some milliseconds.
     *
     * <p>On the module path, leave libGDX's jars on the class path: two of them share a package, so they cannot be
     * modules. This adapter makes its own module read the class path. No window and no libGDX application are needed.
     *
     * @throws UnsupportedOperationException if there is no native library for this platform, or the binding has other
     *     packages
     */
    public static void load() {
        Box2dRuntime.LIBRARY.load();
    }

    /**
     * Makes a world of at most {@code layout.capacity()} visible bodies. Its gravity is 9.81 downwards along y.
     *
     * @param layout the capacity, and the channels in addition to the pose
     * @param scene fills the world, and acts before each step
     * @return the world, which a service or a stepper can run
     * @throws UnsupportedOperationException if there is no native library for this platform, or the binding has other
     *     packages
     */
    public static Box2dSimulation of(StateLayout layout, EngineScene<? super Box2dSimulation> scene) {
        return new Box2dSimulation(layout, scene);
    }

    /**
     * Returns Box2D's world, to make bodies, and for its settings, joints and queries. In callbacks of Box2D, and of
     * your own queries, make, change and move no bodies: that may end the process.
     *
     * @return the world, which belongs to this simulation alone
     * @throws IllegalStateException in a callback of a step, but not of a query, if the world is not open, or on
     *     another thread
     */
    public World world() {
        requireOutsideEngine("world()");
        return world;
    }

    @Override
    public String computedBy() {
        return EngineLibrary.computing("Box2D of libGDX " + Version.VERSION);
    }

    @Override
    protected void open() {
        world = Box2dRuntime.open();
        chain = Box2dContacts.of(world, this, touches());
    }

    @Override
    protected void insert(Body body) {
        if (body.getWorld() != world) {
            throw new IllegalStateException(
                    "this body is in another world of Box2D; make one with world().createBody(...) of this world");
        }
    }

    @Override
    protected void delete(Body body) {
        chain.run();
        world.destroyBody(body);
    }

    @Override
    protected void simulate(Tick tick) {
        chain.run();
        world.step((float) tick.dtSeconds(), VELOCITY_ITERATIONS, POSITION_ITERATIONS);
    }

    @Override
    protected boolean asleep(Body body) {
        if (body.isAwake()) {
            if (body.getType() != BodyType.StaticBody) {
                return false;
            }
            // Box2D lets a static body sleep only with one that touches it. Awake, it may have been moved.
            readAnyway(slot(body));
        }
        return true;
    }

    @Override
    protected void read(int slot, Body body) {
        float[] pose = body.getTransform().vals;
        poseInPlane(slot, pose[Transform.POS_X], pose[Transform.POS_Y], pose[Transform.COS], pose[Transform.SIN]);
    }

    @Override
    protected EngineQueries openQueries() {
        return new Box2dQueries(this, world);
    }

    @Override
    protected void save(Body body, DataOutput out) throws IOException {
        Vector2 place = body.getPosition();
        SavedNumbers.writeFloats(out, place.x, place.y, body.getAngle());
        Vector2 velocity = body.getLinearVelocity();
        Saves.part(out, "velocity");
        SavedNumbers.writeFloats(out, velocity.x, velocity.y, body.getAngularVelocity());
        out.writeBoolean(body.isAwake());
    }

    @Override
    protected void restore(Body body, DataInput in) throws IOException {
        float x = SavedNumbers.readFiniteFloat(in);
        float y = SavedNumbers.readFiniteFloat(in);
        float angle = SavedNumbers.readFiniteFloat(in);
        float vx = SavedNumbers.readFiniteFloat(in);
        float vy = SavedNumbers.readFiniteFloat(in);
        float angular = SavedNumbers.readFiniteFloat(in);
        boolean isAwake = in.readBoolean();
        body.setTransform(x, y, angle);
        body.setLinearVelocity(vx, vy);
        body.setAngularVelocity(angular);
        // Last, because a velocity wakes a body, and sleep clears it.
        body.setAwake(isAwake);
    }

    @Override
    protected void release() {
        if (world != null) {
            world.dispose();
            world = null;
        }
    }
}
