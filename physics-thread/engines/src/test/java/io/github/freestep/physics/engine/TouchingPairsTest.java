package io.github.freestep.physics.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TouchingPairsTest {
    private static final int SLOTS = 9;

    private final TouchingPairs pairs = new TouchingPairs(SLOTS);

    @Test
    void aPairIsRemovedAsOftenAsItWasAdded() {
        pairs.add(3, -1);
        pairs.add(3, -1);
        pairs.add(-1, -1);
        assertFalse(pairs.remove(-1, 3), "the order matters");
        assertTrue(pairs.remove(3, -1) && pairs.remove(3, -1));
        assertFalse(pairs.remove(3, -1));
        assertTrue(pairs.remove(-1, -1));
        assertFalse(pairs.remove(-1, -1));
        pairs.add(-1, -1);
        assertTrue(pairs.removeNext(-1));
        assertFalse(pairs.removeNext(-1));
    }

    @Test
    void itHoldsWhatAListHolds() {
        List<List<Integer>> list = new ArrayList<>();
        Random random = Seeds.random(2);
        for (int round = 0; round < 100_000; round++) {
            int first = random.nextInt(SLOTS + 1) - 1;
            int second = random.nextInt(SLOTS + 1) - 1;
            switch (random.nextInt(20)) {
                case 0 -> removeAll(list, random.nextInt(SLOTS));
                case 1, 2, 3, 4, 5, 6, 7, 8, 9 ->
                    assertEquals(list.remove(List.of(first, second)), pairs.remove(first, second));
                default -> {
                    pairs.add(first, second);
                    list.add(List.of(first, second));
                }
            }
            if (round % 20_000 == 0) {
                pairs.clear();
                list.clear();
            }
        }
    }

    private void removeAll(List<List<Integer>> list, int slot) {
        while (pairs.removeNext(slot)) {
            List<Integer> removed = List.of(pairs.removedFirst(), pairs.removedSecond());
            assertTrue(removed.contains(slot));
            assertTrue(list.remove(removed));
        }
        assertTrue(list.stream().noneMatch(pair -> pair.contains(slot)));
    }

    @Test
    void pairsThatComeAndGoAllocateNothing() {
        int[] round = {0};
        assertEquals(0, Allocations.of(() -> {
            int slot = round[0]++ % SLOTS;
            for (int i = 0; i < 50; i++) {
                pairs.add(slot, i % SLOTS);
            }
            pairs.remove(slot, 0);
            for (int i = 0; i < SLOTS; i++) {
                while (pairs.removeNext(i)) {
                    pairs.removedFirst();
                }
            }
        }));
    }
}
