package io.github.freestep.query;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.Inside;
import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HitsTest {
    private record Hit(int slot, double distance) {}

    static LongStream seeds() {
        return Seeds.first(20);
    }

    /** Reads only at the end. Many hits have the same distance, in any order of their slots. */
    @ParameterizedTest
    @MethodSource("seeds")
    void manyHitsAreInOrderWhenTheyAreRead(long seed) {
        Random random = Seeds.random(seed);
        Hits hits = new Hits(1 + random.nextInt(300));
        for (int question = 0; question < 50; question++) {
            List<Hit> all = new ArrayList<>();
            boolean slotsAscend = random.nextBoolean();
            Inside.of(hits).begin(question);
            for (int added = random.nextInt(400); added > 0; added--) {
                int other = all.isEmpty() ? 0xFFFFFF : (all.size() * 70_001 & 0xFFFFF) - 1;
                int slot = slotsAscend ? all.size() - 1 : other;
                Hit hit = new Hit(slot, distance(random));
                all.add(hit);
                add(hits, hit);
            }
            all.sort(Comparator.comparingDouble(Hit::distance).thenComparingInt(Hit::slot));
            assertHits(all, hits);
        }
    }

    private static double distance(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(3);
            case 1 -> random.nextDouble();
            case 2 -> 1 + random.nextInt(100) * Math.ulp(1.0);
            default -> Math.scalb(1 + random.nextDouble(), random.nextInt(2000) - 1000);
        };
    }

    private static void add(Hits hits, Hit hit) {
        int slot = hit.slot;
        Inside.of(hits).add(slot, slot + 1, hit.distance, slot + 2, slot + 3, slot + 4, slot + 5, slot + 6, slot + 7);
    }

    private static void assertHits(List<Hit> all, Hits hits) {
        assertEquals(Math.min(all.size(), hits.room()), hits.size());
        assertEquals(all.size() > hits.room(), hits.isFull());
        for (int i = 0; i < hits.size(); i++) {
            int slot = all.get(i).slot;
            assertEquals(slot, hits.slot(i));
            assertEquals(all.get(i).distance, hits.distance(i));
            assertEquals(slot + 1, hits.life(i));
            assertEquals(slot + 2, hits.x(i));
            assertEquals(slot + 3, hits.y(i));
            assertEquals(slot + 4, hits.z(i));
            assertEquals(slot + 5, hits.nx(i));
            assertEquals(slot + 6, hits.ny(i));
            assertEquals(slot + 7, hits.nz(i));
        }
    }

    @Test
    void misuseIsNamed() {
        refused("room must be between 1 and 1048576 hits, was 0", () -> new Hits(0));
        Hits hits = new Hits(1);
        refused("hit must be from 0 and below size(), which is 0, was 0", () -> hits.slot(0));
        refused("was -1", () -> hits.distance(-1));
    }

    @Test
    void zerosOfBothSignsAreTheSameDistance() {
        Hits hits = new Hits(100);
        for (int slot = 40; slot > 0; slot--) {
            add(hits, new Hit(slot, slot % 2 == 0 ? 0.0 : -0.0));
        }
        for (int hit = 0; hit < hits.size(); hit++) {
            assertEquals(hit + 1, hits.slot(hit));
            assertEquals(0.0, hits.distance(hit));
        }
    }
}
