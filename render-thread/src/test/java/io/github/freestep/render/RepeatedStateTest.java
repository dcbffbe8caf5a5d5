package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

/** In a pause, a publisher of its own may publish another state of the same time, with a tick of its own. */
class RepeatedStateTest {
    private static final long MILLI = 1_000_000;
    private static final long GAP = 10 * MILLI;

    private final VirtualClock clock = new VirtualClock(0);
    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(1), 8, clock, false);
    private final TimeAnchor anchor = new TimeAnchor();
    private final FrameSampler frames = FrameSampler.open(publisher.states());
    private long tick;

    private void publish(long simulationNanos, float x) {
        StateWriter state = publisher.begin(tick++, simulationNanos, anchor, clock.nanoTime());
        state.position(0, x, 0, 0);
        publisher.publish(clock.nanoTime());
    }

    private void amend(long simulationNanos, int scale) {
        anchor.set(clock.nanoTime(), simulationNanos, scale, 1);
        publisher.amend(anchor);
        publisher.publish(clock.nanoTime());
    }

    @Test
    void theLaterStateIsShownAndMotionGoesOnEvenly() {
        publisher.bodies().spawn(0);
        long simulated = 0;
        for (int i = 0; i < 200; i++) {
            publish(simulated, i);
            frames.sample();
            clock.advance(GAP);
            simulated += GAP;
        }
        long last = simulated - GAP;
        amend(last, 0);
        publish(last, 1_000);
        for (int i = 0; i < 50; i++) {
            clock.advance(GAP);
            frames.sample();
        }
        Frame frame = frames.sample();
        assertEquals(1_000, frame.x()[0], "the later of the two states");
        amend(last, 1);
        MotionMeter meter = new MotionMeter();
        for (int i = 0; i < 100; i++) {
            for (int part = 0; part < 4; part++) {
                clock.advance(GAP / 4);
                meter.add(frames.sample());
                // The picture first stands still for its delay.
                if (i < 3) {
                    meter.reset();
                }
            }
            simulated = last + (i + 1) * GAP;
            publish(simulated, 1_000 + i);
        }
        assertEquals(0, meter.frozen() + meter.jumping());
        assertTrue(meter.judder() < 0.01, () -> "judder " + meter.judder());
    }
}
