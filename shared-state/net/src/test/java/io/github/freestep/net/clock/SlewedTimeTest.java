package io.github.freestep.net.clock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.Seeds;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SlewedTimeTest {
    private static final long GRID = 1 << SlewedTime.SHIFT;

    @Test
    void aNewRateChangesNoTimeBeforeItsStart() {
        for (long start : new long[] {0, -5, Long.MAX_VALUE - 1_000_000}) {
            Random random = Seeds.random(1);
            SlewedTime time = new SlewedTime(start);
            long now = start;
            for (int i = 0; i < 1_000; i++) {
                now += random.nextLong(3 * GRID, 300 * GRID);
                long seed = random.nextInt();
                long[] before = offsets(time, now, seed);
                time.rate(now, random.nextInt(-524, 525));
                assertArrayEquals(before, offsets(time, now, seed), "change " + i);
            }
        }
    }

    /** Offsets at times up to one grid step after now, when no new rate may hold yet. */
    private static long[] offsets(SlewedTime time, long now, long seed) {
        return Seeds.random(seed)
                .longs(20, 0, GRID)
                .map(ahead -> time.offset(now + ahead))
                .toArray();
    }

    @Test
    void theRateHoldsExactly() {
        SlewedTime time = new SlewedTime(7);
        time.rate(7, 500);
        long started = 7 + 2 * GRID;
        assertEquals(0, time.offset(started));
        assertEquals(500, time.offset(started + GRID));
        assertEquals(-1, time.offset(started - 1) + time.offset(started + 1) - 1, "rounded down");
        // 100 days without another rate.
        long later = 8_640_000_000_000L * 1_000;
        assertEquals(later / GRID * 500, time.offset(started + later / GRID * GRID));
    }

    @Test
    void noThreadSeesTheTimeRunBackwards() throws InterruptedException {
        SlewedTime time = new SlewedTime(0);
        AtomicLong now = new AtomicLong();
        AtomicLong made = new AtomicLong();
        AtomicLong seen = new AtomicLong();
        AtomicLong back = new AtomicLong();
        int changes = 4_000;
        Thread reader = new Thread(() -> {
            long last = 0;
            while (seen.get() < changes) {
                long before = made.get();
                long nanos = now.get();
                long shown = nanos + time.offset(nanos);
                back.addAndGet(shown < last ? 1 : 0);
                last = shown;
                seen.set(before);
            }
        });
        reader.start();
        Random random = Seeds.random(1);
        for (int i = 0; i < changes; i++) {
            time.rate(now.addAndGet(random.nextLong(GRID)), random.nextInt(-524, 525));
            made.incrementAndGet();
            // The rate changes every 250 ms, so a reader is never behind by many changes.
            while (seen.get() < i - 16) {
                Thread.yield();
            }
        }
        reader.join();
        assertEquals(0, back.get());
    }
}
