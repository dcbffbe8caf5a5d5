package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.testing.Allocations;
import io.github.freestep.time.Ratio;
import java.util.List;
import org.junit.jupiter.api.Test;

class InputAllocationTest {
    private static final int CAPACITY = 16;
    private static final long MILLI = 1_000_000;

    private final Timeline timeline = new Timeline(Ratio.of(100), 0);
    private final InputCollector inputs = new InputCollector(2, CAPACITY, List.of(this::poll), 0);
    private final InputPort port = inputs.port();
    private long tick;
    private double sum;

    @Test
    void pushingAndTakingInputAllocatesNothing() {
        assertEquals(0, Allocations.of(this::wakeUp));
        assertTrue(sum > 0 && inputs.deferred() > 0 && inputs.refused() == 0);
    }

    @Test
    void refusedInputAllocatesNothing() {
        assertEquals(0, Allocations.of(() -> port.action(1, 1, 0)));
        assertTrue(inputs.refused() > Allocations.ROUNDS / 2);
    }

    @Test
    void theCounterSeesAnAllocation() {
        assertTrue(Allocations.of(() -> sum += new float[1 + (int) (tick++ & 1)].length) >= 16L * Allocations.ROUNDS);
    }

    private void poll(PolledInput sample) {
        sample.axis(1, tick);
        sample.action(2, 1);
    }

    private void wakeUp() {
        tick++;
        long due = timeline.dueNanos(tick);
        for (int i = 0; i < 5; i++) {
            port.action(i, 1, due - i * 3 * MILLI);
            port.axis(0, i, due + i);
        }
        inputs.drain(due);
        inputs.poll(due);
        TickInput input = inputs.take(timeline, tick - 1, tick);
        timeline.simulated(timeline.simulationOf(tick));
        for (int i = 0; i < input.size(); i++) {
            sum += input.fraction(i) + input.value(i) + input.arrivalNanos(i) + input.axis(0);
        }
    }
}
