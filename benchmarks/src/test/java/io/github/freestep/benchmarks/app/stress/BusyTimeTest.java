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
    void dividesABusyTimeAmongItsColumns() {
        busy.add(MILLI / 2, 2 * MILLI + MILLI / 4);
        busy.add(5 * MILLI, 5 * MILLI + MILLI / 2);
        assertEquals(0.001, busy.columns().columnSeconds());
        assertArrayEquals(new double[] {0.5, 1, 0.25, 0, 0, 0.5}, shares());
        assertArrayEquals(new double[] {0, 0.001, 0.002, 0.005}, busy.columns().beginSeconds());
        assertArrayEquals(
                new double[] {0.0005, 0.002, 0.00225, 0.0055}, busy.columns().endSeconds(), 1e-12);
    }

    /** A tenth of all time is busy. The columns became wider many times, and all show the same share. */
    @Test
    void keepsTheShareHoweverLongTheRun() {
        long end = 600_000 * MILLI;
        for (long at = 0; at < end; at += 10 * MILLI) {
            busy.add(at, at + MILLI);
        }
        double[] shares = shares();
        assertTrue(shares.length > 1000 && shares.length <= 2048, "columns: " + shares.length);
        // The last column is not complete.
        double[] whole = Arrays.copyOf(shares, shares.length - 1);
        Arrays.stream(whole).forEach(share -> assertEquals(0.1, share, 0.005));
        assertEquals(600, shares.length * busy.columns().columnSeconds(), 0.6);
    }

    private double[] shares() {
        return busy.columns().shares();
    }
}
