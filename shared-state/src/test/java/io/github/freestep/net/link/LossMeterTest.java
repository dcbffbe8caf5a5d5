package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LossMeterTest {
    private static final int TERM = 64 << 10;
    private static final int FRAME = 1_024;
    private static final int LENGTH = FRAME - 32;

    private final LossMeter meter = new LossMeter();

    private void took(int session, long begin) {
        meter.took(session, (int) (begin % TERM), begin + FRAME, LENGTH);
    }

    @Test
    void whatIsSkippedIsLost() {
        took(1, 5 * FRAME);
        took(1, 6 * FRAME);
        took(1, 9 * FRAME);
        assertEquals(3 * FRAME, meter.arrived());
        assertEquals(2 * FRAME, meter.lost());
    }

    @Test
    void anotherSenderBeginsAnywhere() {
        took(1, 0);
        took(2, 50 * FRAME);
        took(2, 51 * FRAME);
        assertEquals(0, meter.lost());
    }

    @Test
    void theEmptyEndOfATermIsNotLost() {
        meter.took(1, TERM - 2 * FRAME, TERM - FRAME, LENGTH);
        took(1, TERM);
        assertEquals(0, meter.lost());
        took(1, 3L * TERM);
        assertEquals(2L * TERM - FRAME, meter.lost());
    }

    @Test
    void lengthsAreThoseOfAeronsFrames() {
        meter.took(1, 0, 64, 1);
        meter.took(1, 64, 128, 32);
        assertEquals(128, meter.arrived());
        assertEquals(0, meter.lost());
    }
}
