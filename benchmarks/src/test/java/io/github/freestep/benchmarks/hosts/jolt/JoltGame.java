package io.github.freestep.benchmarks.hosts.jolt;

import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.JobSystem;
import com.github.stephengold.joltjni.JobSystemSingleThreaded;
import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.MapObj2Bp;
import com.github.stephengold.joltjni.ObjVsBpFilter;
import com.github.stephengold.joltjni.ObjVsObjFilter;
import com.github.stephengold.joltjni.PhysicsSystem;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.TempAllocator;
import com.github.stephengold.joltjni.TempAllocatorMalloc;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import io.github.freestep.smooth.Smooth;
import io.github.freestep.time.NanoClock;

/**
 * A game that keeps its world of Jolt: a crate rides on a lift. Bodies have the names that Jolt gives them: numbers.
 */
class JoltGame implements AutoCloseable {
    private static final int MOVING = 0;

    private final MapObj2Bp trees = new MapObj2Bp(1, 1).add(MOVING, 0);
    private final ObjVsBpFilter treeFilter = new ObjVsBpFilter(1, 1);
    private final ObjVsObjFilter layerFilter = new ObjVsObjFilter(1);
    private final PhysicsSystem system = new PhysicsSystem();
    private final TempAllocator memory = new TempAllocatorMalloc();
    private final JobSystem jobs = new JobSystemSingleThreaded(Jolt.cMaxPhysicsJobs);
    private final RVec3 at = new RVec3();
    private final Quat turned = new Quat();
    private final Quat upright = new Quat(0, 0, 0, 1);
    private BodyInterface bodies;
    private Smooth<Integer> smooth;
    private int steps;
    Integer lift;
    Integer crate;

    void create(NanoClock clock) {
        system.init(100, 0, 1_000, 1_000, trees, treeFilter, layerFilter);
        bodies = system.getBodyInterface();
        smooth = Smooth.open(60, 100, clock, this::step, this::pose);
        lift = box(new BoxShape(new Vec3(2, 0.1f, 2)), 0, EMotionType.Kinematic);
        crate = box(new BoxShape(new Vec3(0.5f, 0.5f, 0.5f)), 1, EMotionType.Dynamic);
    }

    private Integer box(BoxShape shape, double y, EMotionType type) {
        BodyCreationSettings settings = new BodyCreationSettings(shape, new RVec3(0, y, 0), upright, type, MOVING);
        Integer id = bodies.createAndAddBody(settings, EActivation.Activate);
        smooth.add(id); // Jolt makes a new Body for each call, but its number stays.
        return id;
    }

    private void step(double seconds) {
        double height = Math.sin(++steps * seconds);
        bodies.moveKinematic(lift, new RVec3(0, height, 0), upright, (float) seconds); // of a step, not of a frame
        system.update((float) seconds, 1, memory, jobs);
    }

    private void pose(Integer id, Smooth.Pose to) {
        bodies.getPositionAndRotation(id, at, turned);
        to.at(at.xx(), at.yy(), at.zz(), turned.getX(), turned.getY(), turned.getZ(), turned.getW());
    }

    void render() {
        smooth.frame(this::update);
        draw("lift", smooth.y(lift));
        draw("crate", smooth.y(crate));
    }

    void update(float seconds) {} // keys and rules

    void draw(String name, float height) {}

    @Override
    public void close() {
        smooth.close();
        system.close();
    }
}
