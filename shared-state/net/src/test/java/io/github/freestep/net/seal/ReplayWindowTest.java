package io.github.freestep.net.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplayWindowTest {
    private final ReplayWindow window = new ReplayWindow();

    @Test
    void acceptsTheOldestOfTheWindowOnce() {
        window.restart(5_000);
        assertFalse(window.isFresh(5_000));
        assertTrue(window.isFresh(5_000 - 1_023));
        assertFalse(window.isFresh(5_000 - 1_024), "just outside");
        window.accept(5_000 - 1_023);
        assertFalse(window.isFresh(5_000 - 1_023));
        assertTrue(window.isFresh(5_000 - 1_022));
    }

    @Test
    void aGapOfAWholeWindowForgetsNothing() {
        for (long gap : new long[] {1_022, 1_023, 1_024, 1_025, 5_000}) {
            window.restart(0);
            window.accept(gap);
            assertFalse(window.isFresh(gap));
            assertFalse(window.isFresh(0), "gap " + gap);
            assertTrue(window.isFresh(gap - 1));
            assertTrue(window.isFresh(gap - 1_021));
        }
    }

    @Test
    void aRestartForgetsTheSender() {
        window.restart(100);
        window.accept(99);
        window.restart(100);
        assertTrue(window.isFresh(99));
        assertFalse(window.isFresh(100));
    }

    @Test
    void agreesWithASetOfAllCounters() {
        Seeds.first(20).forEach(seed -> {
            Random random = Seeds.random(seed);
            // Also across the wrap of a signed counter.
            long newest = seed % 2 == 0 ? Long.MAX_VALUE - 20_000 : random.nextLong();
            Set<Long> accepted = new HashSet<>(Set.of(newest));
            window.restart(newest);
            for (int i = 0; i < 50_000; i++) {
                long counter = newest + random.nextInt(random.nextInt(50) == 0 ? 3_000 : 20) - random.nextInt(1_100);
                boolean expected = counter - newest > -1_024 && !accepted.contains(counter);
                assertEquals(expected, window.isFresh(counter), "seed " + seed + " step " + i);
                if (expected) {
                    window.accept(counter);
                    accepted.add(counter);
                    newest = counter - newest > 0 ? counter : newest;
                }
            }
        });
    }
}
