package io.github.freestep.physics;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.input.InputClock;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.time.Ratio;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
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

    @Test
    void aTickGetsAllInputsOfAFeed() {
        InputCollector fed = new InputCollector(0, CAPACITY, 0);
        int[] count = {1};
        FedInput feed = new FedInput(feeding(count), new TickInput(fed.forFeed()), null, null);
        for (int size : new int[] {1, 17, CAPACITY, 16}) {
            count[0] = size;
            check(size, assertDoesNotThrow(() -> feed.take(fed, 1, TICK)));
        }
        count[0] = CAPACITY + 1;
        refused("at most " + CAPACITY, IllegalArgumentException.class, () -> feed.take(fed, 1, TICK));
    }

    private static InputFeed feeding(int[] count) {
        return (tick, into) -> {
            for (int i = 0; i < count[0]; i++) {
                into.action(i, 1, 0.5);
            }
        };
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
