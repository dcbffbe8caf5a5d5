package io.github.freestep.benchmarks.jmh.engines;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.CustomContactListener;
import com.github.stephengold.joltjni.JobSystem;
import com.github.stephengold.joltjni.JobSystemSingleThreaded;
import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.TempAllocator;
import com.github.stephengold.joltjni.TempAllocatorMalloc;
import com.github.stephengold.joltjni.enumerate.ValidateResult;
import io.github.freestep.benchmarks.scenes.JoltWorld;
import io.github.freestep.benchmarks.scenes.Places;
import io.github.freestep.physics.jolt.JoltSimulation;

/** A heap in Jolt, by one thread. */
final class JoltHeap extends Heap<Body> {
    private final TempAllocator memory = new TempAllocatorMalloc();
    private final JobSystem jobs = new JobSystemSingleThreaded(Jolt.cMaxPhysicsJobs);
    private final JoltSimulation world = (JoltSimulation) world();

    JoltHeap(int boxes, boolean awake) {
        super(Places.pile(boxes), JoltWorld::new, awake);
    }

    @Override
    protected void prepare(Body box) {
        box.setAllowSleeping(!awake);
    }

    @Override
    void step() {
        world.system().update(TICK_SECONDS, 1, memory, jobs);
    }

    /** A system cannot be without a listener. */
    @Override
    void detach() {
        world.system().setContactListener(new Ignores());
    }

    @Override
    void putToSleep(Body box) {
        world.bodies().deactivateBody(box.getId());
    }

    private static final class Ignores extends CustomContactListener {
        @Override
        public int onContactValidate(long body1, long body2, double x, double y, double z, long result) {
            return ValidateResult.AcceptAllContactsForThisBodyPair.ordinal();
        }

        @Override
        public void onContactAdded(long body1, long body2, long manifold, long settings) {}

        @Override
        public void onContactPersisted(long body1, long body2, long manifold, long settings) {}

        @Override
        public void onContactRemoved(long shapes) {}
    }
}
