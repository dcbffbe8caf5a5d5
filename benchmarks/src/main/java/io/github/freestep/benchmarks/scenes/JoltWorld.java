package io.github.freestep.benchmarks.scenes;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.JobSystemSingleThreaded;
import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.TempAllocatorMalloc;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.github.stephengold.joltjni.readonly.ConstShape;
import io.github.freestep.physics.jolt.JoltSimulation;

/** The boxes of a scene in Jolt. */
public class JoltWorld extends BoxEngine<Body, JoltSimulation> {
    private final RVec3 place = new RVec3();
    private final Quat turn = new Quat();
    private TempAllocatorMalloc memory;
    private JobSystemSingleThreaded jobs;

    /** Makes the world of some boxes. */
    public JoltWorld(PlacedBoxes boxes) {
        super(boxes);
    }

    @Override
    public JoltSimulation simulation() {
        return JoltSimulation.of(boxes.layout(), this);
    }

    @Override
    void addFloor() {
        floor(world);
    }

    /**
     * Adds the floor.
     *
     * @param world an open world
     */
    public static void floor(JoltSimulation world) {
        Body floor = body(
                world,
                new BoxShape(new Vec3(FLOOR, HALF, FLOOR)),
                new RVec3(0, -HALF, 0),
                EMotionType.Static,
                JoltSimulation.STATIC_LAYER);
        world.bodies().addBody(floor.getId(), EActivation.DontActivate);
    }

    /**
     * Makes a box that is not in the world yet.
     *
     * @param world an open world
     * @param x the centre along x
     * @param y the height of the centre
     * @param z the centre along z
     * @return the box
     */
    public static Body box(JoltSimulation world, float x, float y, float z) {
        return box(world, HALF, x, y, z);
    }

    /** Makes a box of another size, which is not in the world yet. */
    public static Body box(JoltSimulation world, float half, float x, float y, float z) {
        return body(world, new BoxShape(half), new RVec3(x, y, z), EMotionType.Dynamic, 0);
    }

    /** Each body has a shape of its own, which Jolt frees with it. */
    static Body body(JoltSimulation world, ConstShape shape, RVec3 at, EMotionType motion, int layer) {
        BodyCreationSettings settings = new BodyCreationSettings(shape, at, new Quat(), motion, layer);
        Body body = world.bodies().createBody(settings);
        settings.close();
        return body;
    }

    @Override
    public Body box() {
        return box(world, 0, 0, 0);
    }

    @Override
    public void put(Body box, float x, float y, float z) {
        // Jolt must not wake a body that is not in its tree.
        EActivation wakes = box.isInBroadPhase() ? EActivation.Activate : EActivation.DontActivate;
        world.bodies().setPositionAndRotation(box.getId(), new RVec3(x, y, z), new Quat(), wakes);
        box.setLinearVelocity(new Vec3());
        box.setAngularVelocity(new Vec3());
    }

    @Override
    public void maySleep(Body box, boolean may) {
        box.setAllowSleeping(may);
    }

    @Override
    public double readAlone(Body box) {
        if (!box.isActive()) {
            return 0;
        }
        box.getPositionAndRotation(place, turn);
        return place.xx() + place.yy() + place.zz() + turn.getX() + turn.getY() + turn.getZ() + turn.getW();
    }

    @Override
    public void stepAlone() {
        if (memory == null) {
            memory = new TempAllocatorMalloc();
            jobs = new JobSystemSingleThreaded(Jolt.cMaxPhysicsJobs);
        }
        world.system().update(TICK_SECONDS, 1, memory, jobs);
    }
}
