package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.render.Frame;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

class LookAgainTest {
    private static final long TICK_NANOS = 10_000_000;
    private static final long FRAME_NANOS = 16_000_000;

    private final VirtualClock clock = new VirtualClock(0);
    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(1), 4, clock, true);
    private long tick;

    /** Publishes a state of a body that moves by 1 in each tick. */
    private void publish() {
        if (tick == 0) {
            publisher.bodies().spawn(0);
        }
        long now = clock.nanoTime();
        publisher.begin(tick, now, new TimeAnchor(), now).position(0, tick, 0, 0);
        publisher.publish(now);
        tick++;
        clock.advance(TICK_NANOS);
    }

    /** The simulation goes on meanwhile, and what is shown takes longer than the history reaches back. */
    @Test
    void theLastSecondsAreShownInSlowMotion() {
        LookAgain game = new LookAgain(publisher.states());
        while (tick < 1_000) {
            publish();
            game.frame(FRAME_NANOS);
        }
        long killed = 990 * TICK_NANOS;
        game.killed(killed);
        long shown = killed - 300 * TICK_NANOS + FRAME_NANOS / 4;
        for (; shown <= 999 * TICK_NANOS; shown += FRAME_NANOS / 4) {
            publish();
            publish();
            Frame frame = game.frame(FRAME_NANOS);
            assertEquals(shown, frame.simulationNanos());
            assertEquals(shown / (double) TICK_NANOS, frame.x()[0], 1e-3);
        }
        assertEquals(999, game.frame(FRAME_NANOS).x()[0], "the newest state before the present is shown again");
        publish();
        assertEquals(tick, game.frame(FRAME_NANOS).x()[0], 10, "the present");
    }
}
