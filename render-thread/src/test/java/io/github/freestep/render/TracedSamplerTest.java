package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What a sampler does with its trace, and with a state that a trace has saved. */
class TracedSamplerTest {
    private static final long MILLI = 1_000_000;
    private static final long FRAME_NANOS = 16_666_667;

    private final SimulatedPhysics physics = new SimulatedPhysics(
            StateLayout.of(1), 4, (state, nanos) -> state.position(0, (float) (nanos / 1e9), 0, 0));
    private final StateBuffer states = physics.publisher.states();
    private final Trace trace = new Trace();
    private long now;

    private static final class Trace extends FrameTrace {
        private IllegalStateException refusal;
        private boolean wantsSnapshot;
        private long[] numbers;
        private int closes;

        @Override
        protected void opened(StateBuffer of) {
            if (refusal != null) {
                throw refusal;
            }
        }

        @Override
        protected boolean before(long hostNanos, boolean isWhole) {
            return wantsSnapshot;
        }

        @Override
        protected void snapshot(long[] of, int count, StateReader window) {
            numbers = Arrays.copyOf(of, count);
        }

        @Override
        protected void after(long hostNanos, long clockNanos, Frame frame, StateReader news) {}

        @Override
        protected void displayed(long back, long displayNanos) {}

        @Override
        protected void closed() {
            closes++;
        }
    }

    private void run(FrameSampler frames, long millis) {
        for (long end = now + millis * MILLI; now < end; ) {
            now += FRAME_NANOS;
            physics.runTo(now);
            frames.sample(now);
        }
    }

    /** The buffer has 62 places. */
    @Test
    void aSamplerThatItsTraceRefusesLeavesTheBuffer() {
        trace.refusal = new IllegalStateException("the trace is closed");
        for (int i = 0; i < 100; i++) {
            FrameSampler.Builder refused = FrameSampler.builder(states).trace(trace);
            assertSame(trace.refusal, assertThrows(IllegalStateException.class, refused::open));
        }
        FrameSampler.open(states).close();
    }

    @Test
    void aTraceIsClosedOnceWithItsSampler() {
        FrameSampler frames = FrameSampler.builder(states).trace(trace).open();
        assertEquals(0, trace.closes);
        frames.close();
        frames.close();
        assertEquals(1, trace.closes);
    }

    @Test
    void aRestoredSamplerGoesOnAsTheSavedOne() {
        FrameSampler saved = FrameSampler.builder(states).trace(trace).open();
        physics.publisher.bodies().spawn(0);
        run(saved, 1_000);
        physics.stall(now, 60 * MILLI);
        run(saved, 300);
        trace.wantsSnapshot = true;
        saved.sample(now);
        trace.wantsSnapshot = false;
        FrameSampler same = FrameSampler.open(states);
        FrameSampler fresh = FrameSampler.open(states);
        FrameTrace.restore(same, trace.numbers, trace.numbers.length, false);
        boolean differs = false;
        for (int i = 0; i < 60; i++) {
            Frame expected = saved.sample(now);
            Frame actual = same.sample(now);
            assertEquals(expected.simulationNanos(), actual.simulationNanos(), "frame " + i);
            assertEquals(expected.delayNanos(), actual.delayNanos(), "frame " + i);
            assertEquals(expected.x()[0], actual.x()[0], "frame " + i);
            differs |= fresh.sample(now).delayNanos() != expected.delayNanos();
            now += FRAME_NANOS;
            physics.runTo(now);
        }
        assertTrue(differs, "what was saved has an effect");
    }
}
