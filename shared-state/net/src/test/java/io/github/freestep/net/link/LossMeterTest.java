package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LossMeterTest {
    private static final int LENGTH = 1_000;
    private static final int FRAME = LENGTH + LossMeter.UDP_BYTES;

    private final LossMeter meter = new LossMeter();

    /** Datagrams, by their numbers since the peer was admitted. States are left out at every second one. */
    private void took(long... numbers) {
        for (long number : numbers) {
            meter.took(LossMeter.number(number * FRAME, number % 2 == 0), LENGTH);
        }
    }

    private void assertCounts(long sent, long arrived) {
        assertEquals(sent * FRAME, meter.sent);
        assertEquals(arrived * FRAME, meter.arrived);
    }

    @Test
    void aLateDatagramIsNotLost() {
        took(1, 3);
        assertCounts(3, 2);
        took(2);
        assertFalse(meter.isThinned(), "an older datagram says what was before");
        took(4);
        assertTrue(meter.isThinned());
        assertCounts(4, 4);
    }

    /** With jitter of 100 ms, some datagrams are always missing. A loss is known within 0.4 s of when it was sent. */
    @ParameterizedTest
    @CsvSource({"60, 0", "100, 0", "240, 0", "60, 0.002", "60, 0.01", "100, 0.05"})
    void onlyWhatIsLostCountsAsLost(int rate, double loss) {
        SplittableRandom random = Seeds.splittable(rate);
        TreeMap<Long, Integer> arrivals = new TreeMap<>();
        TreeMap<Long, Integer> losses = new TreeMap<>();
        for (int i = 1; i <= 60 * rate; i++) {
            long nanos = i * 1_000_000_000L / rate;
            boolean begins = nanos < 100_000_000;
            if (!begins && random.nextDouble() < loss) {
                losses.put(nanos, losses.size() + 1);
            } else {
                arrivals.put(nanos + (begins ? 0 : random.nextLong(100_000_000)), i);
            }
        }
        long nowNanos = 0;
        for (long nanos : arrivals.keySet()) {
            for (; nowNanos < nanos; nowNanos += 10_000_000) {
                long lost = meter.lost(nowNanos) / FRAME;
                var most = losses.lowerEntry(nowNanos);
                var least = losses.lowerEntry(nowNanos - 400_000_000);
                assertTrue(lost <= (most == null ? 0 : most.getValue()), "only late");
                assertTrue(lost >= (least == null ? 0 : least.getValue()), "lost");
            }
            took(arrivals.get(nanos));
        }
    }

    @Test
    void anotherCountBeginsAnywhere() {
        took(50_000, 1, 3, 50_000);
        assertCounts(5, 4);
    }

    @Test
    void aLateDatagramBeginsNoCount() {
        took(1_000, 800, 1_001);
        assertCounts(2, 3);
    }
}
