package io.github.freestep.net.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.Seeds;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplayWindowTest {
    @Test
    void agreesWithASetOfAllCounters() {
        Seeds.first(20).forEach(seed -> {
            Random random = Seeds.random(seed);
            int size = seed % 3 == 0 ? 512 : 1_024;
            ReplayWindow window = new ReplayWindow(size);
            // Also across the wrap of a signed counter.
            long newest = seed % 2 == 0 ? Long.MAX_VALUE - 20_000 : random.nextLong();
            Set<Long> accepted = new HashSet<>(Set.of(newest));
            window.restart(newest);
            for (int i = 0; i < 50_000; i++) {
                long counter = newest + random.nextInt(random.nextInt(50) == 0 ? 3_000 : 20) - random.nextInt(1_100);
                boolean expected = counter - newest > -size && !accepted.contains(counter);
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
