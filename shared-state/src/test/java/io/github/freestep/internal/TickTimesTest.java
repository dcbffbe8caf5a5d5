package io.github.freestep.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The times of ticks, which readers copy while the publisher goes on. */
class TickTimesTest {
    private final TickTimes times = new TickTimes();

    private void ticks(long from, long to) {
        for (long tick = from; tick < to; tick++) {
            times.add(tick, 10 * tick, 10 * tick + 1, 10 * tick + 5);
        }
    }

    @Test
    void aReaderGetsEachTickOnce() {
        long[] into = new long[40];
        assertEquals(0, times.copy(0, into));
        ticks(7, 9);
        assertEquals(2, times.copy(0, into));
        assertArrayEquals(new long[] {7, 70, 71, 75, 8, 80, 81, 85}, java.util.Arrays.copyOf(into, 8));
        ticks(9, 10);
        assertEquals(3, times.copy(2, into));
        assertArrayEquals(new long[] {9, 90, 91, 95, 8, 80, 81, 85}, java.util.Arrays.copyOf(into, 8));
        assertEquals(3, times.copy(3, into));
    }

    /** However often the publisher overtakes the reader, a tick has its own times or none. */
    @Test
    void noTickHasTheTimesOfAnother() throws InterruptedException {
        Thread writer = new Thread(() -> ticks(0, 3_000_000));
        writer.start();
        long[] into = new long[4 * 256];
        long seen = 0;
        long whole = 0;
        while (seen < 3_000_000) {
            long count = times.copy(seen, into);
            int rows = (int) Math.min(256, count - seen);
            for (int row = 0; row < rows; row++) {
                long tick = into[4 * row];
                if (tick != StateInside.NO_TICK) {
                    whole++;
                    long at = 10 * (count - rows + row);
                    assertArrayEquals(
                            new long[] {at / 10, at, at + 1, at + 5},
                            new long[] {tick, into[4 * row + 1], into[4 * row + 2], into[4 * row + 3]});
                }
            }
            seen = count;
        }
        writer.join();
        assertTrue(whole > 0);
    }
}
