package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RefreshTest {
    private static final double PERIOD = 1e9 / 59.94;
    private static final int SETTLED = 1_000;

    @Test
    void framesThatWakeUpUnevenlyAreSnappedToEvenRefreshes() {
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            Refresh refresh = new Refresh();
            double raw = 0;
            double snapped = 0;
            long before = 0;
            long rawBefore = 0;
            int frame = 0;
            for (int i = 0; i < 5_000; i++) {
                // Now and then the host misses one.
                frame += random.nextInt(100) == 0 ? 2 : 1;
                long time = (long) (frame * PERIOD + 100_000 + Math.abs(random.nextGaussian() * 1_000_000));
                long meant = refresh.snap(time);
                assertEquals(meant, refresh.snap(time), "two views of one frame");
                if (i > 1_000) {
                    double refreshes = Math.rint((meant - before) / PERIOD);
                    assertTrue(refreshes >= 1, "seed " + seed);
                    snapped = Math.max(snapped, Math.abs(meant - before - refreshes * PERIOD));
                    raw = Math.max(raw, Math.abs(time - rawBefore - refreshes * PERIOD));
                }
                before = meant;
                rawBefore = time;
            }
            assertTrue(snapped < raw / 20, "seed " + seed + ": " + snapped + " of " + raw);
        }
    }

    @Test
    void framesOfAVariableRateAreLeftAsTheyAre() {
        Refresh refresh = new Refresh();
        Random random = new Random(1);
        long time = 0;
        int alike = 0;
        for (int i = 0; i < 2_000; i++) {
            time += 5_000_000 + random.nextInt(20_000_000);
            long snapped = refresh.snap(time);
            alike += snapped == time ? 1 : 0;
            assertEquals(time, snapped, 10_000_000);
        }
        assertTrue(alike > 500, () -> "as they are");
    }

    /** Frames of an even display, read up to a millisecond late; those that are odd come half a period later. */
    private static double worst(Refresh refresh, long from, long period, int frames, int odd) {
        Random random = new Random(7);
        double[] off = new double[frames];
        for (int i = 0; i < frames; i++) {
            long due = from + i * period;
            boolean isOdd = i % odd == odd - 1;
            long time = due + random.nextInt(1_000_000) + (isOdd ? period / 2 : 0);
            long snapped = refresh.snap(time);
            assertTrue(!isOdd || i < SETTLED || snapped == time, "it is of no refresh");
            off[i] = isOdd ? Double.NaN : snapped - due;
        }
        double worst = 0;
        for (int i = SETTLED; i < frames; i++) {
            // Beside one of them, as all are late by the mean.
            worst = Math.max(worst, Double.isNaN(off[i]) ? 0 : Math.abs(off[i] - off[SETTLED - 2]));
        }
        return worst;
    }

    @Test
    void aFrameThatFitsNoRefreshSpoilsNoOther() {
        assertEquals(0, worst(new Refresh(), 0, 16_000_000, 2_000, 6), 200_000);
    }

    @Test
    void anotherRateIsLearnedWithinFramesEachTime() {
        Refresh refresh = new Refresh();
        long from = 0;
        for (long period : new long[] {16_000_000, 11_300_000, 19_700_000, 7_000_000}) {
            assertEquals(0, worst(refresh, from, period, 2_000, 10_000), 200_000, "a period of " + period);
            from += 2_100 * period;
        }
    }
}
