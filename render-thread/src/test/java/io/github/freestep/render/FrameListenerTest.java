package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a sampler reports to its listener. */
class FrameListenerTest {
    private static final long MILLI = 1_000_000;

    private final SimulatedPhysics physics = new SimulatedPhysics(100, 4);
    private final StateBuffer states = physics.publisher.states();
    private final Listener listener = new Listener();

    private static final class Listener implements FrameListener {
        private final List<String> calls = new ArrayList<>();
        private IllegalStateException refusal;

        @Override
        public void opened(StateBuffer of, SamplerOptions options) {
            if (refusal != null) {
                throw refusal;
            }
            calls.add("opened " + options.mode() + " " + options.allowedLatenessNanos());
        }

        @Override
        public void sampled(long hostNanos, long clockNanos, Frame frame, StateReader news) {
            calls.add("frame " + frame.number() + " at " + hostNanos / MILLI + " of clock " + clockNanos / MILLI
                    + (news == null ? "" : ", tick " + news.state(0).tick()));
        }

        @Override
        public void displayed(long number, long displayNanos) {
            calls.add("displayed " + number + " at " + displayNanos / MILLI);
        }

        @Override
        public void closed() {
            calls.add("closed");
        }
    }

    @Test
    void aListenerSeesFramesStatesAndDisplayTimes() {
        FrameSampler frames = FrameSampler.builder(states)
                .clock(() -> 14 * MILLI)
                .listener(listener)
                .open();
        physics.runTo(14 * MILLI);
        frames.sample(20 * MILLI);
        frames.sample(21 * MILLI);
        frames.displayed(1, 25 * MILLI);
        frames.close();
        frames.close();
        assertEquals(
                List.of(
                        "opened INTERPOLATE -1",
                        "frame 1 at 20 of clock 14, tick 1",
                        "frame 2 at 21 of clock 14",
                        "displayed 1 at 25",
                        "closed"),
                listener.calls);
    }

    /** The buffer has 62 places. */
    @Test
    void aSamplerThatItsListenerRefusesLeavesTheBuffer() {
        listener.refusal = new IllegalStateException("it has one");
        FrameSampler.Builder refused = FrameSampler.builder(states).listener(listener);
        for (int i = 0; i < 100; i++) {
            assertSame(listener.refusal, assertThrows(IllegalStateException.class, refused::open));
        }
        FrameSampler.open(states).close();
    }
}
