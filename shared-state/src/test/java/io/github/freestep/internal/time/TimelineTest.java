package io.github.freestep.internal.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.time.Ratio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@link TimelinePropertyTest} does not compare with the oracle. */
class TimelineTest {
    private static final long MILLI = 1_000_000;
    private static final long START = Long.MAX_VALUE - 25 * MILLI;

    private final Timeline timeline = new Timeline(Ratio.of(100), START);

    @ParameterizedTest
    @CsvSource({
        "60, 1, 2, 33333333",
        "60, 1, 3, 50000000",
        "60000, 1001, 60000, 1001000000000",
        "1000000000, 1, 5, 5",
        "1, 1000000000, 1, 1000000000000000000"
    })
    void mapsTicksToNanosecondsRoundedOnce(long numerator, long denominator, long tick, long simulation) {
        Timeline rated = new Timeline(Ratio.of(numerator, denominator), START);
        assertEquals(simulation, rated.simulationOf(tick));
        assertEquals(tick, rated.tickAt(simulation));
        assertEquals(tick - 1, rated.tickAt(simulation - 1));
        assertEquals(START + simulation, rated.dueNanos(tick));
    }

    @Test
    void timesBeyondALongAreRefusedAndChangeNothing() {
        Timeline fast = new Timeline(Ratio.of(100), 0);
        fast.scale(0, 1_000, 1);
        String before = fast.anchor().toString();
        long year = 365L * 86_400_000 * MILLI;
        assertThrows(ArithmeticException.class, () -> fast.simulationAt(year));
        assertThrows(ArithmeticException.class, () -> fast.pause(year));
        assertThrows(ArithmeticException.class, () -> fast.scale(year, 2, 1));
        assertThrows(ArithmeticException.class, () -> fast.drop(year, 0));
        assertThrows(ArithmeticException.class, () -> fast.simulationOf(Long.MAX_VALUE));
        assertThrows(ArithmeticException.class, () -> fast.tickAt(Long.MAX_VALUE));
        assertEquals(before, fast.anchor().toString());
        assertEquals(0, fast.droppedNanos() + fast.pausedNanos(MILLI));
    }
}
