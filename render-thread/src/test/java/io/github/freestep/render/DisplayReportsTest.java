package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A host reports when its frames were on the screen. */
class DisplayReportsTest {
    private static final long MILLI = 1_000_000;

    private final SimulatedPhysics physics = new SimulatedPhysics();
    private final FrameSampler frames = FrameSampler.open(physics.publisher.states());
    private Frame frame;
    private long now;

    /** Writes down what it is told. */
    private record Notes(String name, List<String> lines) implements FrameListener, FrameTimes {
        @Override
        public void opened(StateBuffer states, SamplerOptions options) {
            lines.add(name + " opened, follows the display: " + options.followDisplay());
        }

        @Override
        public void sampled(long hostNanos, long clockNanos, Frame frame, StateReader news) {
            lines.add(name + " sampled " + frame.number() + " at " + frame.frameNanos());
        }

        @Override
        public long time(long hostNanos, long refreshNanos) {
            lines.add(name + " moves " + hostNanos);
            return hostNanos - 3;
        }

        @Override
        public void displayed(long number, long displayNanos) {
            lines.add(name + " displayed " + number + " at " + displayNanos);
        }
    }

    @Test
    void eachReportOfUseGoesOnceToAllThatFollowOrListen() {
        List<String> lines = new ArrayList<>();
        FrameSampler.Builder builder = FrameSampler.builder(physics.publisher.states())
                .listener(new Notes("first", lines))
                .listener(new Notes("second", lines))
                .followDisplay(() -> new Notes("times", lines));
        try (FrameSampler following = builder.open()) {
            following.sample(10);
            assertTrue(following.displayed(1, 20));
            assertFalse(following.displayed(1, 21));
        }
        assertEquals(
                List.of(
                        "first opened, follows the display: true",
                        "second opened, follows the display: true",
                        "times moves 10",
                        "first sampled 1 at 7",
                        "second sampled 1 at 7",
                        "times displayed 1 at 20",
                        "first displayed 1 at 20",
                        "second displayed 1 at 20"),
                lines);
    }

    @Test
    void refusesToFollowNothing() {
        FrameSampler.Builder builder = FrameSampler.builder(physics.publisher.states());
        assertThrows(NullPointerException.class, () -> builder.followDisplay(null));
        assertThrows(
                NullPointerException.class,
                () -> builder.followDisplay(() -> null).open());
    }

    @Test
    void refusesAFrameThatWasNeverSampled() {
        assertThrows(IllegalArgumentException.class, () -> frames.displayed(1, 0));
        for (int i = 0; i < 10; i++) {
            frame = frames.sample(now);
        }
        assertThrows(IllegalArgumentException.class, () -> frames.displayed(0, now));
        assertThrows(IllegalArgumentException.class, () -> frames.displayed(-5, now));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> frames.displayed(11, now));
        assertEquals(
                "number must be that of a frame of this sampler, from 1 to 10, was 11; pass what Frame.number()"
                        + " returned for the frame",
                e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> frame.displayed(11, now));
        assertTrue(frame.displayed(10, now), "a handler of a loop has only the frame");
        assertFalse(frames.displayed(10, now + 1), "a duplicate");
        assertFalse(frame.displayed(10, now + 1), "a duplicate");
    }

    @Test
    void refusesReadingsOfAnotherClockButNotAfterASleep() {
        frames.sample(now);
        long minute = 60_000 * MILLI;
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> frames.displayed(1, now + minute + 1));
        assertEquals(
                "displayNanos must be a reading of the states' clock, at most 1 min from 0, when the frame was sampled,"
                        + " was 60000000001; for a reading of System.nanoTime(), pass"
                        + " displayNanos - System.nanoTime() + states.clock().nanoTime()",
                e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> frames.displayed(1, Long.MIN_VALUE));
        assertTrue(frames.displayed(1, now + minute));
        frames.sample(++now);
        assertFalse(frames.displayed(2, now - minute - 1));
        assertTrue(frames.displayed(2, now - minute));
    }

    @Test
    void forgetsFramesOfLongAgo() {
        for (int i = 0; i < 300; i++) {
            frames.sample(++now);
        }
        assertFalse(frames.displayed(44, now));
        assertTrue(frames.displayed(45, now));
        assertTrue(frames.displayed(300, now));
        assertFalse(frames.displayed(284, now), "more than 15 frames after a newer one");
        assertTrue(frames.displayed(285, now));
    }
}
