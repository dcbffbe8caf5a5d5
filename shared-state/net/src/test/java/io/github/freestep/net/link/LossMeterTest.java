package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

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
