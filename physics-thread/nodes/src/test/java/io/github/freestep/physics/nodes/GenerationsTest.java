package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** At any time, there is a save that is about a minute old, one of ten minutes and one of an hour. */
class GenerationsTest {
    @Test
    void eachAgeHasASave() {
        Seeds.first(20).forEach(seed -> {
            Random random = Seeds.random(seed);
            NavigableSet<Long> saved = new TreeSet<>();
            for (long now = 0; now < 5 * 3_600_000; now += 750 + random.nextInt(2_000)) {
                if (Generations.isDue(now, saved)) {
                    saved.add(now);
                    saved = Generations.kept(now, saved);
                }
                assertTrue(saved.size() <= 6, saved::toString);
                for (long age : Generations.AGES_MILLIS) {
                    String name = "seed " + seed + ", " + age + " ms before " + now + " in " + saved;
                    Long old = saved.floor(now - age);
                    if (now >= 2 * age + 60_000) {
                        assertNotNull(old, name);
                        assertTrue(now - old <= 2 * age + 60_000, name);
                    }
                }
            }
        });
    }
}
