package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BusyTimeTest {
    private static final long MILLI = 1_000_000;

    private final BusyTime busy = new BusyTime();

    @Test
    void whatBeginsInOneColumnAndEndsInAnotherIsInBoth() {
        busy.add(MILLI / 2, 2 * MILLI + MILLI / 4);
        busy.add(5 * MILLI, 5 * MILLI + MILLI / 2);
        assertEquals(0.001, busy.columns().columnSeconds());
        assertArrayEquals(new double[] {0.5, 1, 0.25, 0, 0, 0.5}, shares());
        assertArrayEquals(new double[] {0, 0.001, 0.002, 0.005}, busy.columns().beginSeconds());
        assertArrayEquals(
                new double[] {0.0005, 0.002, 0.00225, 0.0055}, busy.columns().endSeconds(), 1e-12);
    }

    /** A tenth of all time, in columns that have been made wider many times, at the beginning as at the end. */
    @Test
    void theShareIsKeptHoweverLongTheRun() {
        long end = 600_000 * MILLI;
        for (long at = 0; at < end; at += 10 * MILLI) {
            busy.add(at, at + MILLI);
        }
        double[] shares = shares();
        assertTrue(shares.length > 1000 && shares.length <= 2048, "so many columns: " + shares.length);
        // The last is not over yet.
        double[] whole = Arrays.copyOf(shares, shares.length - 1);
        Arrays.stream(whole).forEach(share -> assertEquals(0.1, share, 0.005));
        assertEquals(600, shares.length * busy.columns().columnSeconds(), 0.6);
    }

    private double[] shares() {
        return busy.columns().shares();
    }
}
