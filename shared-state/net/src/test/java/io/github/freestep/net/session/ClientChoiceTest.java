package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClientChoiceTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private long now = -7 * SECOND;
    private final ClientChoice choice = new ClientChoice(now);

    /** How many bodies each level has. They weigh 64, 64, 32 and 16. */
    private int[] counts = {64, 64, 64, 64};

    private double adapt(double room, double spare) {
        choice.begin();
        for (int level = 0; level < counts.length; level++) {
            choice.count(level, counts[level]);
        }
        return choice.adapt(room, spare);
    }

    /** How many bodies of each level are sent. */
    private void assertSent(int... sent) {
        for (int level = 0; level < sent.length; level++) {
            int of = level;
            assertEquals(
                    sent[level],
                    IntStream.range(0, 64)
                            .filter(slot -> choice.sends(of, slot))
                            .count());
        }
    }

    @Test
    void asManyBodiesAreLeftOutAsNecessary() {
        assertEquals(1, adapt(1, 0));
        assertFalse(choice.leavesOut());
        assertEquals(151.5 / 176, adapt(0.99, 9), 1e-9);
        assertSent(64, 64, 47, 0);
        assertTrue(choice.leavesOut());
        adapt(0.01, 9);
        assertSent(64, 0, 0, 0);
        assertEquals(1, adapt(0.01, 9), "level 0 is always sent");
    }

    @Test
    void bodiesComeBackIfTheLinkCarriesThem() {
        adapt(0.01, 0);
        assertEquals(1, adapt(9, 0), "nothing new may be sent");
        assertEquals(65 / 64.0, adapt(9, 0.01), 1e-9);
        assertSent(64, 1, 0, 0);
        assertEquals(75 / 65.0, adapt(9, 29 / 65.0), 1e-9);
        assertSent(64, 11, 0, 0);
        assertEquals(1, adapt(1.16, 9), 1e-9);
        adapt(1.17, 9);
        assertSent(64, 12, 0, 0);
        adapt(9, 9);
        assertSent(64, 64, 64, 64);
        assertFalse(choice.leavesOut());
    }

    @Test
    void levelsWithoutBodiesAreNotLeftOut() {
        adapt(0.01, 0);
        counts = new int[] {64};
        adapt(0.01, 0);
        assertFalse(choice.leavesOut());
        counts = new int[] {0, 64};
        adapt(999, 999);
        assertSent(64, 64);
        assertEquals(1 / 64.0, adapt(0.01, 0), "something is always sent");
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

    /** In its own moments, it continues to choose. */
    @Test
    void aChangeIsChosenAtOnce() {
        choice.isDue(now);
        adapt(1, 0);
        assertFalse(choice.isDue(now + MILLI));
        adapt(0.9, 0);
        assertTrue(choice.isDue(now + MILLI));
        assertFalse(choice.isDue(now + MILLI));
    }
}
