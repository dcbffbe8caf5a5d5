package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.input.InputClock;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.time.Ratio;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory for inputs grows up to the capacity, and not beyond. Ticks of 10 ms. */
class InputGrowthTest {
    private static final int CAPACITY = 100;
    private static final long TICK = 10_000_000;

    private final Timeline timeline = new Timeline(Ratio.of(100), 0);
    private final InputCollector inputs = new InputCollector(
            1, CAPACITY, PolledInput.polls(List.of(this::poll)), new InputClock(() -> 0, false), new LongAdder());
    private int polled;
    private long tick;

    private void poll(PolledInput sample) {
        for (int i = 0; i < polled; i++) {
            assertTrue(sample.action(i, 1));
        }
        assertEquals(polled < CAPACITY, sample.action(-1, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 8, 9, 64, 65, CAPACITY})
    void aTickGetsAllPolledInputs(int count) {
        for (int round = 0; round < 3; round++) {
            tick++;
            polled = count;
            assertNull(inputs.poll(tick * TICK));
            TickInput input = take();
            check(count, input);
            assertEquals(Math.min(CAPACITY, count + 1), input.size());
        }
    }

    private TickInput take() {
        TickInput input = new TickInput(inputs.take(timeline, tick - 1, tick));
        timeline.simulated(timeline.simulationOf(tick));
        return input;
    }

    private static void check(int count, TickInput input) {
        assertTrue(input.size() >= count);
        for (int i = 0; i < count; i++) {
            assertEquals(i, input.code(i));
        }
    }
}
