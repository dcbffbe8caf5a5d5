package io.github.freestep.physics.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.InputSink;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.InputCalls;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

class OwnAllocationTest {
    private static final long TICK = 10_000_000;
    private static final int LATE_TICKS = 8;
    private static final StateLayout LAYOUT = StateLayout.of(1).stepped("number");

    private final VirtualClock clock = new VirtualClock(0);
    private final TimeAnchor anchor = new TimeAnchor();
    private final StatePublisher server = StatePublisher.of(LAYOUT, 4, clock, true);
    private final float[] numbers = new float[1_024];
    private int tick;
    private float number;

    /** Whether the server has the body elsewhere than the small world predicts. */
    private boolean corrects;

    /** The numbers come back after 8 ticks. */
    private final InputSink input = new InputCalls(
            2,
            (axis, value, nanos) -> {
                number = axis == 1 ? value : number;
                return true;
            },
            (code, value, nanos) -> true);

    private final OwnBody own = OwnBody.builder(new Still(), server.states(), input)
            .confirmedBy(1, 0)
            .open();

    private void publish() {
        tick++;
        numbers[tick % numbers.length] = number;
        if (tick == 1) {
            server.bodies().spawn(0);
        }
        StateWriter state = server.begin(tick, tick * TICK, anchor, tick * TICK);
        state.position(0, corrects ? tick % 7 : 0, 0, 0);
        state.stepped(0, 0, tick > LATE_TICKS ? numbers[(tick - LATE_TICKS) % numbers.length] : 0);
        server.publish(tick * TICK);
    }

    private long run(int ticks) {
        long allocated = 0;
        for (int i = 0; i < ticks; i++) {
            clock.advance(TICK);
            publish();
            allocated += Allocations.once(this::frame);
        }
        return allocated;
    }

    private void frame() {
        own.axis(0, tick % 3);
        own.action(5, 1);
        own.advance();
    }

    @Test
    void aFrameWithInputAndACorrectionAllocatesNothing() {
        corrects = true;
        run(20_000);
        assertTrue(own.corrections() > 10_000, () -> own.corrections() + " corrections");
        assertEquals(LATE_TICKS, own.depthTicks(), 1);
        assertEquals(0, Allocations.least(() -> run(2_000)));
        own.close();
    }
}
