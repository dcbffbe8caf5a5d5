package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

/** Starts a JVM that logs every class it loads, and searches the log for Unsafe. */
class NoUnsafeTest {
    @Test
    void nothingLoadsUnsafeOrWritesToStderr() throws Exception {
        String loaded = OtherProcess.with("-Xlog:class+load").start(Everything.class);
        assertTrue(loaded.contains(StateReader.class.getName()), "the log does not list loaded classes");
        assertFalse(loaded.contains("sun.misc.Unsafe"), "a class loads sun.misc.Unsafe");
    }

    /** Uses every part of this module once. */
    static final class Everything {
        private Everything() {}

        public static void main(String[] args) {
            Timeline timeline = new Timeline(Ratio.of(100), NanoClock.system().nanoTime());
            float[] values = new float[10];
            StatePublisher publisher = StatePublisher.of(StateLayout.of(values.length));
            try (StateReader first = publisher.states().reader();
                    StateReader second = publisher.states().reader()) {
                PreciseWait wait = new PreciseWait(NanoClock.system());
                for (int tick = 0; tick < 5; tick++) {
                    wait.until(timeline.dueNanos(tick));
                    StateWriter writer = publisher.begin(tick, timeline.simulationOf(tick), timeline.anchor(), 0);
                    publisher.bodies().spawn(tick);
                    writer.positions(values, values, values, 0, values.length);
                    writer.orientations(values, values, values, values, 0, values.length);
                    publisher.publish(0);
                    timeline.pause(timeline.dueNanos(tick));
                    timeline.scale(timeline.anchor().wallNanos(), Ratio.of(2));
                    timeline.drop(
                            timeline.anchor().wallNanos(), timeline.anchor().simulationNanos());
                    timeline.resume(timeline.anchor().wallNanos());
                    publisher.amend(new TimeAnchor());
                    publisher.publish(0);
                }
                new VirtualClock(0).park(1);
                if (!first.acquire() || !second.acquire()) {
                    throw new AssertionError("nothing was read");
                }
            }
        }
    }
}
