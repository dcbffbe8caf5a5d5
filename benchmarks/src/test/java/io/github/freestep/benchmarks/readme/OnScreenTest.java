package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.Frame;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class OnScreenTest {
    private static final long MILLI = 1_000_000;
    private static final int FRAMES = 300;

    private final VirtualClock clock = new VirtualClock(0);
    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(1), 4, clock, false);
    private final TimeAnchor anchor = new TimeAnchor();

    /** A display of 100 Hz, which shows frames 20 ms after they are made. */
    private final class Display implements OnScreen.Screen {
        private final Deque<long[]> queue = new ArrayDeque<>();
        private long[] report;
        private int drawn;

        @Override
        public boolean isOpen() {
            long tick = clock.nanoTime() / (10 * MILLI);
            publisher.begin(tick, tick * 10 * MILLI, anchor, tick * 10 * MILLI);
            publisher.publish(tick * 10 * MILLI + MILLI);
            clock.advance(10 * MILLI);
            return drawn < FRAMES;
        }

        @Override
        public void draw(Frame frame) {
            drawn++;
        }

        @Override
        public void present(long id) {
            queue.add(new long[] {id, clock.nanoTime() + 20 * MILLI});
        }

        @Override
        public boolean nextReport() {
            boolean isDue = !queue.isEmpty() && queue.peek()[1] <= clock.nanoTime();
            report = isDue ? queue.remove() : null;
            return isDue;
        }

        @Override
        public long reportedId() {
            return report[0];
        }

        @Override
        public long reportedNanos() {
            return report[1];
        }
    }

    @Test
    void aSteadyDisplayHasNoAnimationError() {
        String said = new OnScreen(new Display()).loop(publisher.states());
        assertTrue(said.startsWith("animation error p50 0.0"), said);
        assertTrue(
                said.contains("of 297 frames; missed refreshes: 0, repeated: 0, frames not displayed: 0; from state"),
                said);
    }
}
