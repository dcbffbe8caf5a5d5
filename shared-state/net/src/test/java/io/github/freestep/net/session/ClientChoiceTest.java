package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ClientChoiceTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long STATE = 100 * MILLI;

    private long now = -7 * SECOND;
    private final ClientChoice choice = new ClientChoice(now);

    /** Passes time in which the link carries too little, or plenty, until other bodies are sent. Returns how long. */
    private long untilChange(boolean isTooMuch) {
        long begun = now;
        while (!choice.adapt(isTooMuch, !isTooMuch, now)) {
            now += STATE;
            assertTrue(now - begun < 200 * SECOND, "nothing changes");
        }
        return (now - begun) / MILLI;
    }

    private int sent() {
        int sent = 0;
        while (sent < 8 && choice.sends(sent)) {
            sent++;
        }
        return sent;
    }

    @Test
    void theLevelsThatComeLeastOftenAreLeftOutOneAfterTheOther() {
        choice.levels(0b1111);
        for (int left = 3; left > 0; left--) {
            assertEquals(2_000, untilChange(true), 100);
            assertEquals(left, sent());
        }
        for (int i = 0; i < 100; i++) {
            assertFalse(choice.adapt(true, false, now += STATE));
        }
        assertEquals(1, sent(), "level 0 is always sent");
    }

    @Test
    void aShortOverloadLeavesOutNothing() {
        choice.levels(0b11);
        for (int i = 0; i < 200; i++) {
            now += STATE;
            assertFalse(choice.adapt(i % 19 != 0, false, now));
        }
        assertEquals(8, sent());
    }

    @Test
    void levelsWithoutBodiesAreSkipped() {
        choice.levels(0b1000_0101);
        untilChange(true);
        assertEquals(7, sent());
        untilChange(true);
        assertEquals(2, sent());
        assertEquals(4_000, untilChange(false), 100);
        assertEquals(3, sent(), "level 2 comes back at once");
        assertEquals(4_000, untilChange(false), 100);
        assertEquals(8, sent());
        assertFalse(choice.adapt(false, true, now + 100 * SECOND));
    }

    @Test
    void eachAttemptThatFailsDoublesTheTimeUntilTheNext() {
        choice.levels(0b11);
        untilChange(true);
        for (long wait : new long[] {4, 8, 16, 32, 64, 64, 64}) {
            assertEquals(wait * 1_000, untilChange(false), 100);
            assertEquals(8, sent());
            untilChange(true);
            assertEquals(1, sent());
        }
    }

    @Test
    void anOverloadLongAfterASuccessBeginsAnew() {
        choice.levels(0b11);
        untilChange(true);
        untilChange(false);
        untilChange(true);
        assertEquals(8_000, untilChange(false), 100);
        now += 17 * SECOND;
        untilChange(true);
        assertEquals(4_000, untilChange(false), 100);
    }

    @Test
    void aClientHasItsOwnMomentsAlsoAfterAStall() {
        ClientChoice other = new ClientChoice(now - 70 * MILLI);
        assertTrue(choice.isDue(now));
        assertTrue(other.isDue(now));
        for (int round = 0; round < 3; round++) {
            for (int i = 1; i < 200; i++) {
                now += MILLI;
                assertFalse(choice.isDue(now));
                assertEquals(i == 130, other.isDue(now), "after " + i + " ms");
            }
            now += MILLI;
            assertTrue(choice.isDue(now));
        }
        now += 1_000 * MILLI;
        assertTrue(choice.isDue(now));
        assertTrue(other.isDue(now));
        assertFalse(other.isDue(now + 129 * MILLI));
        assertTrue(other.isDue(now + 130 * MILLI));
        assertFalse(choice.isDue(now + 199 * MILLI));
    }

    /** In its own moments, it goes on to choose. */
    @Test
    void aChangeIsChosenAtOnce() {
        choice.levels(0b11);
        choice.isDue(now);
        untilChange(true);
        now -= now % (200 * MILLI);
        choice.isDue(now);
        choice.adapt(false, true, now + 50 * MILLI);
        assertFalse(choice.isDue(now + 50 * MILLI));
        assertTrue(choice.adapt(false, true, now + 4_010 * MILLI));
        assertTrue(choice.isDue(now + 4_010 * MILLI));
    }
}
