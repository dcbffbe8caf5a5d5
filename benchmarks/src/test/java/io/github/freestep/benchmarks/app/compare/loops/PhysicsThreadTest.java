package io.github.freestep.benchmarks.app.compare.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the thread steps, in milliseconds, with a step that takes as long as the test says. */
class PhysicsThreadTest {
    private static final long MILLI = 1_000_000;

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

    @Test
    void aThreadOnAGridCatchesUpWithAllOfIt() {
        long[] tookMillis = {35, 1, 1, 1, 1};
        List<Long> began = new ArrayList<>();
        List<Long> published = new ArrayList<>();
        Clock clock = new Clock(tookMillis.length, began);
        PhysicsThread.stepWhenDue(
                clock,
                dt -> {
                    long took = tookMillis[began.size()];
                    began.add(clock.nanoTime() / MILLI);
                    clock.work(took * MILLI);
                },
                nanos -> published.add(nanos / MILLI));
        assertEquals(List.of(10L, 45L, 46L, 47L, 50L), began);
        assertEquals(List.of(10L, 20L, 30L, 40L, 50L), published);
    }
}
