package io.github.freestep.benchmarks.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.DisplayMeter;
import io.github.freestep.render.DisplayMeter.Cause;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A host that draws 60 frames per second. Its display shows each of them two refreshes later, and reports that when it
 * has happened, by the clock of the host.
 */
public final class EvenDisplay {
    /** The number of frames that a test draws. */
    public static final int FRAMES = 600;

    public static final long REFRESH = 16_666_667;

    private static final int SETTLED = 300;
    private static final int LATE = 500;
    private static final int QUEUED = 2;

    private record Shown(long number, long nanos) {}

    private final StateBuffer states;
    private final NanoClock host;
    private final FrameSampler frames;
    private final MotionMeter meter = new MotionMeter();
    private final Deque<Shown> queue = new ArrayDeque<>();
    private Frame frame;
    private int drawn;

    public EvenDisplay(StateBuffer states, NanoClock host) {
        this.states = states;
        this.host = host;
        frames = FrameSampler.open(states);
    }

    /** Draws a frame. The 500th is shown one refresh late, instead of the next one. */
    public void draw() {
        frame = frames.sample();
        meter.add(frame);
        long now = host.nanoTime();
        while (!queue.isEmpty() && queue.peek().nanos() <= now) {
            Shown shown = queue.remove();
            assertTrue(frames.displayed(
                    shown.number(), shown.nanos() - now + states.clock().nanoTime()));
        }
        if (++drawn == SETTLED) {
            meter.reset();
        }
        if (drawn != LATE + 1) {
            queue.add(new Shown(frame.number(), now + (drawn == LATE ? QUEUED + 1 : QUEUED) * REFRESH));
        }
    }

    /** Fails if the figures are not those of one late frame among even ones. */
    public void assertMeasured() {
        DisplayMeter display = meter.display();
        assertEquals(FRAMES - SETTLED - 1, display.displayed() + display.notReported(), 1, display::toString);
        assertEquals(0, display.notReported());
        assertEquals(1, display.notDisplayed());
        assertEquals(REFRESH, display.periodNanos(), 20_000);
        assertEquals(1, display.missedRefreshes());
        assertEquals(1, display.repeatedRefreshes());
        assertTrue(display.frames() >= display.displayed() - 1, display::toString);
        assertTrue(display.errorMillis(0.99) < 1, display::toString);
        assertEquals(REFRESH / 1e6, display.errorMillis(1), 1);
        assertEquals(2, display.wrong(Cause.REFRESH));
        assertEquals(0, display.wrong(Cause.FRAME) + display.wrong(Cause.SIMULATION_TIME));
        assertEquals(frame.delayNanos() + QUEUED * REFRESH, display.latencyNanos(), 2_000_000);
        frames.close();
    }
}
