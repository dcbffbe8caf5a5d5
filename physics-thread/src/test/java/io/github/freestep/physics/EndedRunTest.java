package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.workers.Passes;
import io.github.freestep.physics.workers.Phases;
import io.github.freestep.physics.workers.Run;
import io.github.freestep.physics.workers.RunPlan;
import io.github.freestep.physics.workers.ThreadRequests;
import io.github.freestep.physics.workers.Worker;
import io.github.freestep.time.NanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker ends a run whose pass throws, or that joins while the clock fails. On the test's thread. */
@Timeout(60)
class EndedRunTest {
    private static final long MILLI = 1_000_000;

    private final ScriptedClock clock = new ScriptedClock(0);

    @Test
    void aThrowableThatLeavesAPassEndsOnlyItsRun() {
        PhysicsGroup group = PhysicsGroup.builder().clock(clock).open();
        Worker worker = new Worker(null, "test", clock, 5, FineTimer.system(), ThreadRequests.NONE);
        Falling world = new Falling();
        ServiceRun healthy = new ServiceRun(
                PhysicsService.builder(world).group(group).withoutWatchdog().setup());
        healthy.joinAt(worker);
        healthy.start();
        EndingRun broken = new EndingRun();
        clock.at(50 * MILLI, () -> broken.startAt(worker));
        clock.at(500 * MILLI, healthy::requestStop);
        worker.end();
        worker.run();
        group.close();
        assertTrue(broken.hasLeft());
        assertEquals(1, broken.passes.turns);
        assertNull(healthy.end.failure());
        assertTrue(world.steps > 40, () -> world.steps + " steps");
    }

    @Test
    void aRunThatEndsAsItJoinsFreesOnlyThePlaceThatItTook() {
        NanoClock failing = () -> {
            throw new IllegalStateException("no time");
        };
        Worker worker = new Worker(null, "test", failing, 5, FineTimer.system(), ThreadRequests.NONE);
        EndingRun run = new EndingRun();
        run.startAt(worker);
        worker.end();
        worker.run();
        assertTrue(run.hasLeft());
        assertEquals(1, run.passes.released);
        assertEquals(1, run.passes.adopted);
    }

    /** A run whose first pass throws and ends it. */
    private static final class EndingRun extends Run {
        final EndingPasses passes = new EndingPasses();

        EndingRun() {
            super(0, false, MILLI, MILLI);
        }

        void startAt(Worker worker) {
            worker.place();
            placeAt(worker);
            markStarted();
            signal();
        }

        @Override
        protected Passes passes() {
            return passes;
        }

        @Override
        protected RunPlan plan() {
            throw new AssertionError("has no further pass");
        }

        @Override
        protected void moveOthers(Worker from, long turn) {}
    }

    private static final class EndingPasses implements Passes {
        int turns;
        int adopted;
        int released;

        @Override
        public void failNext(Throwable cause) {}

        @Override
        public void resume(long nowNanos, long wokeNanos, long parkLatenessNanos, double share) {}

        @Override
        public void turn() {
            turns++;
            throw new OutOfMemoryError("for the test");
        }

        @Override
        public boolean endPass() {
            return false;
        }

        @Override
        public boolean isInPass() {
            return false;
        }

        @Override
        public void takePhase(Worker from) {}

        @Override
        public void adoptPhase(Phases phases) {
            adopted++;
        }

        @Override
        public void releasePhase(Phases phases) {
            released++;
        }

        @Override
        public void planNext(long nowNanos) {}

        @Override
        public void warmUp() {}
    }
}
