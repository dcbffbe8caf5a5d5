package io.github.freestep.render.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.render.display.LatencyMeter.Part;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each tick has an input 1 ms before it is due, and publishes its state 3 ms after that. */
class LatencyMeterTest {
    private static final long MILLI = 1_000_000;
    private static final long LEAD = 8 * MILLI;

    private final SimulatedPhysics physics = new SimulatedPhysics();
    private LatencyMeter meter = new LatencyMeter();
    private FrameSampler frames = open(FrameMode.INTERPOLATE);
    private Frame frame;
    private long now;

    private FrameSampler open(FrameMode mode) {
        FrameSampler.Builder builder =
                FrameSampler.builder(physics.publisher.states()).mode(mode).listener(meter);
        return (mode == FrameMode.LATEST ? builder : builder.allowedLateness(Duration.ofMillis(4))).open();
    }

    /** Samples a frame for every millisecond up to a time, each for the given time later. */
    private void runTo(long toNanos, long lead) {
        while (now < toNanos) {
            now += MILLI;
            physics.runTo(now);
            frame = frames.sample(now + lead);
        }
    }

    private void assertMillis(double expected, Part part) {
        assertEquals(expected, meter.millis(part, 0), 0.03 * expected, part + " in " + meter);
        assertEquals(expected, meter.millis(part, 1), 0.03 * expected, part + " in " + meter);
    }

    @Test
    void theWayHasItsParts() {
        runTo(1_000 * MILLI, 0);
        assertEquals(99, meter.inputs(Part.FRAME), "the input of the first state came before");
        assertMillis(1, Part.TICK);
        assertMillis(3, Part.STEP);
        // The picture is beyond the state before this one as soon as this one is later than allowed.
        assertMillis(2, Part.FRAME);
    }

    @Test
    void theNewestStateIsShownByTheNextFrame() {
        meter = new LatencyMeter();
        frames.close();
        frames = open(FrameMode.LATEST);
        runTo(1_000 * MILLI, 0);
        assertEquals(0, meter.millis(Part.FRAME, 1));
        assertEquals(99, meter.inputs(Part.FRAME));
    }

    @Test
    void withoutTimesAheadOfTheClockTheWholeWayIsUnknown() {
        runTo(1_000 * MILLI, -LEAD);
        assertEquals(0, meter.inputs(Part.SWAP) + meter.inputs(Part.WHOLE));
        assertTrue(Double.isNaN(meter.millis(Part.WHOLE, 0.5)));
        assertTrue(meter.toString().endsWith("frame 2.0/2.0/2.0"), meter::toString);
    }

    @Test
    void aHostThatPassesTheTimeOfItsSwapIsMeasuredToIt() {
        runTo(1_000 * MILLI, LEAD);
        assertMillis(8, Part.SWAP);
        assertEquals(meter.inputs(Part.FRAME), meter.inputs(Part.WHOLE));
    }

    @Test
    void aPauseIsNoLatency() {
        runTo(1_000 * MILLI, 0);
        physics.pause(now);
        runTo(1_020 * MILLI, 0);
        physics.resume(now);
        runTo(2_000 * MILLI, 0);
        // Of those that the picture has reached, three came before the end of the pause.
        assertEquals(197 - 3, meter.inputs(Part.FRAME));
        assertEquals(2, meter.millis(Part.FRAME, 0.99), 0.1);
    }

    @Test
    void aStepperIsRefused() {
        StatePublisher inline = StatePublisher.of(StateLayout.of(1), 4, new VirtualClock(0), true);
        FrameSampler.Builder builder = FrameSampler.builder(inline.states()).listener(new LatencyMeter());
        assertThrows(IllegalStateException.class, builder::open);
    }
}
