package io.github.freestep.physics.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.prediction.shown.TickNumbers;
import io.github.freestep.state.InputSink;
import io.github.freestep.testing.InputCalls;
import io.github.freestep.time.Ratio;
import org.junit.jupiter.api.Test;

class SentInputsTest {
    private int number;

    private final InputSink sink = new InputCalls(
            1,
            (axis, value, nanos) -> {
                number = (int) value;
                return true;
            },
            (code, value, nanos) -> true);

    private static final long TICK = 10_000_000;

    private final TickGrid grid = new TickGrid(Ratio.of(100));
    private final SentInputs inputs = new SentInputs(sink, 1, 0, false, grid);

    /** Numbers are exact floats, so they begin again, and 0 stays that of no input. */
    @Test
    void theTimesOfTheLastNumbersAreKnown() {
        int[] numbers = new int[257];
        for (int i = 0; i < (1 << 20) + 1_000; i++) {
            inputs.add(true, 5, 1, i, i, false);
            numbers[i % 257] = number;
            assertTrue(number > 0);
            if (i >= 256 && i % (1 << 20) < 2_000) {
                assertFalse(inputs.knows(0));
                int oldest = numbers[(i - 254) % 257];
                assertTrue(inputs.knows(oldest));
                assertEquals(i - 254, inputs.numberNanos(oldest));
                assertFalse(inputs.knows(numbers[(i - 256) % 257]));
            }
        }
    }

    @Test
    void whatWaitsIsSentInOrderAndWaitsOnWhileItIsRefused() {
        StringBuilder sent = new StringBuilder();
        boolean[] isFull = {true};
        InputSink service = new InputCalls(
                1,
                (axis, value, nanos) ->
                        !isFull[0] && sent.append((int) value).append('@').append(nanos) != null,
                (code, value, nanos) -> true);
        SentInputs waiting = new SentInputs(service, 1, -1, false, grid);
        assertTrue(waiting.add(false, 0, 1, 20, 20, true));
        assertTrue(waiting.add(false, 0, 2, 20, 20, false), "not before the one that waits");
        isFull[0] = false;
        waiting.sendUntil(19, 19);
        assertEquals("", sent.toString());
        isFull[0] = true;
        waiting.sendUntil(20, 20);
        waiting.confirmGiven(30);
        isFull[0] = false;
        waiting.sendUntil(30, 30);
        assertEquals("1@202@20", sent.toString());
    }

    /** From a save that is not much older, so that its ticks alone do not say so. */
    @Test
    void aServerThatHasRestartedGetsItsOwnTicks() {
        SentInputs timed = new SentInputs(sink, 1, 0, true, grid);
        timed.newest(1_000, 0, 1_000 * TICK);
        timed.add(true, 5, 1, 0, 1_003 * TICK, false);
        assertEquals(1_003, TickNumbers.tick(number, 1_000));
        timed.newest(900, 101, 1_001 * TICK);
        timed.add(true, 5, 1, 0, 1_004 * TICK, false);
        assertEquals(903, TickNumbers.tick(number, 900));
        timed.add(true, 5, 1, 0, 1_004 * TICK, false);
        assertEquals(TickNumbers.after(TickNumbers.after(0, 903), 903), number);
    }

    @Test
    void aTickSpansTheTimeUpToIt() {
        grid.set(3, 100 * TICK);
        assertEquals(3, grid.spanning(100 * TICK));
        assertEquals(4, grid.spanning(100 * TICK + 1));
        assertEquals(1, grid.fraction(100 * TICK));
        assertEquals(0.25, grid.fraction(100 * TICK + TICK / 4));
    }

    @Test
    void ticksCoverATimeThatTheyOnlyJustExceed() {
        assertEquals(0, grid.covering(0));
        assertEquals(1, grid.covering(TICK));
        assertEquals(2, grid.covering(TICK + 1));
    }
}
