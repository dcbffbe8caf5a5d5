package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SentBaselinesTest {
    private static final long MILLI = 1_000_000;

    private final SentBaselines sent = new SentBaselines();

    @Test
    void aDatagramIsEffectiveAfterATenthOfASecond() {
        assertEquals(0, sent.effective(0));
        sent.add(3, 10 * MILLI);
        sent.add(3, 20 * MILLI);
        sent.add(5, 30 * MILLI);
        assertEquals(0, sent.effective(110 * MILLI - 1));
        assertEquals(3, sent.effective(110 * MILLI));
        assertEquals(3, sent.effective(130 * MILLI - 1));
        assertEquals(5, sent.effective(130 * MILLI));
        assertEquals(5, sent.effective(900 * MILLI));
    }

    /** Later than it could, but never before. */
    @Test
    void withMoreCallsThanThereIsRoomForNoneIsEffectiveTooSoon() {
        for (int call = 1; call <= 1_000; call++) {
            long now = call * MILLI / 10;
            sent.add(call, now);
            long effective = sent.effective(now);
            assertEquals(0, effective);
        }
        assertEquals(1, sent.effective(100 * MILLI + MILLI / 10));
        assertEquals(255, sent.effective(150 * MILLI));
        assertEquals(1_000, sent.effective(200 * MILLI));
    }
}
