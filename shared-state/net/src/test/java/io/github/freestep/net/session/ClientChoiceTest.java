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

    /** How many bodies each level has. */
    private int[] counts = {10, 10};

    private void choose() {
        choice.begin();
        for (int level = 0; level < counts.length; level++) {
            choice.count(level, counts[level]);
        }
    }

    /** Passes time in which the link carries so much, until other bodies are sent. Returns how long. */
    private long untilChange(double room) {
        long begun = now;
        choose();
        while (!choice.adapt(room, true, now)) {
            choose();
            now += STATE;
            assertTrue(now - begun < 200 * SECOND, "nothing changes");
        }
        return (now - begun) / MILLI;
    }

    /** How many levels are sent, wholly or not. */
    private int sent(boolean wholly) {
        int sent = 0;
        while (sent < 8 && choice.sends(sent, wholly ? 31 : 0)) {
            sent++;
        }
        return sent;
    }

    /** They weigh 10, 10, 5 and 2.5. */
    @Test
    void asManyLevelsAsNecessaryAreLeftOut() {
        counts = new int[] {10, 10, 10, 10};
        assertEquals(2_000, untilChange(0.99), 100);
        assertEquals(2, sent(true), "with level 2, it would be 25 of 23.7");
        assertTrue(choice.leavesOut());
        untilChange(0.9);
        assertEquals(1, sent(true));
        for (int i = 0; i < 100; i++) {
            assertFalse(choice.adapt(0.1, true, now += STATE));
        }
        assertEquals(1, sent(true), "level 0 is always sent");
    }

    @Test
    void aShortOverloadLeavesOutNothing() {
        choose();
        for (int i = 0; i < 200; i++) {
            now += STATE;
            assertFalse(choice.adapt(i % 19 != 0 ? 0.9 : 1, true, now));
        }
        assertEquals(8, sent(true));
    }

    /** They weigh 10, 5 and 0.2. */
    @Test
    void levelsComeBackIfTheLinkCarriesThem() {
        counts = new int[] {10, 0, 10, 0, 0, 0, 0, 10};
        untilChange(0.99);
        assertEquals(2, sent(true));
        now += 100 * SECOND;
        assertFalse(choice.adapt(1.7, true, now));
        untilChange(1.73);
        assertEquals(2, sent(false), "no part yet");
        choice.adapt(1.2, false, now);
        choose();
        assertEquals(2, sent(false), "no room for new bodies");
        choice.adapt(1.2, true, now);
        choose();
        assertEquals(7, sent(false));
        assertEquals(2, sent(true), "the first part");
        assertEquals(4_000, untilChange(1.2), 100);
        choose();
        assertEquals(7, sent(true));
        assertEquals(8, sent(false));
        assertFalse(choice.leavesOut());
        assertFalse(choice.adapt(9, true, now + 100 * SECOND));
        untilChange(0.9);
        assertEquals(2, sent(true));
        counts = new int[] {10};
        choose();
        assertFalse(choice.leavesOut(), "there are none");
    }

    @Test
    void eachAttemptThatFailsDoublesTheTimeUntilTheNext() {
        untilChange(0.9);
        for (long wait : new long[] {4, 8, 16, 32, 64, 64, 64}) {
            assertEquals(wait * 1_000, untilChange(3), 100);
            choose();
            assertEquals(8, sent(false));
            untilChange(0.9);
            assertEquals(1, sent(false));
        }
    }

    @Test
    void anOverloadLongAfterASuccessBeginsAnew() {
        untilChange(0.9);
        untilChange(3);
        untilChange(0.9);
        assertEquals(8_000, untilChange(3), 100);
        now += 17 * SECOND;
        untilChange(0.9);
        assertEquals(4_000, untilChange(3), 100);
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
        choice.isDue(now);
        untilChange(0.9);
        now -= now % (200 * MILLI);
        choice.isDue(now);
        choice.adapt(3, true, now + 50 * MILLI);
        assertFalse(choice.isDue(now + 50 * MILLI));
        assertTrue(choice.adapt(3, true, now + 4_010 * MILLI));
        assertTrue(choice.isDue(now + 4_010 * MILLI));
    }
}
