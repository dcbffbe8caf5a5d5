package io.github.freestep.benchmarks.app.compare.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When each thread steps, in milliseconds, with a step that takes as long as the test says. */
class PhysicsThreadsTest {
    private static final long MILLI = 1_000_000;

    private final List<Long> began = new ArrayList<>();
    private final Published published = new Published(1_000);

    /** A clock that passes by work and waits, and ends after a number of steps. */
    private static final class Clock implements Stage {
        private final int steps;
        private final List<Long> began;
        private long nowNanos;

        Clock(int steps, List<Long> began) {
            this.steps = steps;
            this.began = began;
        }

        @Override
        public long nanoTime() {
            return nowNanos;
        }

        @Override
        public void work(long nanos) {
            nowNanos += nanos;
        }

        @Override
        public long draw(long nanos) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Runnable beside(long nanos) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void until(long nanos) {
            nowNanos = Math.max(nowNanos, nanos);
        }

        @Override
        public long rests() {
            return 0;
        }

        @Override
        public long wakeNanos() {
            return 0;
        }

        @Override
        public void play(Runnable physics, Screen screen) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean ended() {
            return began.size() >= steps;
        }
    }

    private List<Long> began(PhysicsThreads.Body body, long... tookMillis) {
        Clock clock = new Clock(tookMillis.length, began);
        body.run(
                clock,
                dt -> {
                    long took = began.size() < tookMillis.length ? tookMillis[began.size()] : 0;
                    began.add(clock.nanoTime() / MILLI);
                    clock.work(took * MILLI);
                },
                published);
        return began;
    }

    @Test
    void aThreadOnAGridCatchesUpWithAllOfIt() {
        assertEquals(List.of(10L, 45L, 46L, 47L, 50L), began(PhysicsThreads::stepWhenDue, 35, 1, 1, 1, 1));
        assertEquals(50 * MILLI, published.newest().nanos());
    }

    @Test
    void fiveStepsAtMostAndTheRestIsDropped() {
        assertEquals(
                List.of(10L, 1_011L, 1_011L, 1_011L, 1_011L, 1_011L, 1_021L),
                began(PhysicsThreads::fiveAtMost, 1_000, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void whatStepsTakeTooLongIsCaughtUp() {
        assertEquals(List.of(0L, 10L, 35L, 36L, 40L), began(PhysicsThreads::atMostASecondBehind, 3, 25, 1, 1, 1));
        assertEquals(0, published.backlogNanos());
    }

    @Test
    void atMostASecondIsCaughtUp() {
        long[] took = new long[104];
        took[0] = 5_000;
        List<Long> steps = began(PhysicsThreads::atMostASecondBehind, took);
        assertEquals(5_000, steps.get(100), "a hundred steps at once");
        assertEquals(5_010, steps.get(102));
    }
}
