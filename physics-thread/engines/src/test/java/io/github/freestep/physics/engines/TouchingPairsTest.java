package io.github.freestep.physics.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TouchingPairsTest {
    private static final int SLOTS = 9;

    private final TouchingPairs pairs = new TouchingPairs(SLOTS);

    @Test
    void itHoldsWhatAListHoldsAndEndsItInTheSameOrderAfterAMove() throws IOException {
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

    private void removeAll(List<List<Integer>> list, int slot) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        pairs.write(new DataOutputStream(bytes));
        TouchingPairs moved = new TouchingPairs(SLOTS);
        moved.add(slot, 0);
        moved.read(EngineRig.in(bytes.toByteArray()));
        while (pairs.removeNext(slot)) {
            List<Integer> removed = List.of(pairs.removedFirst(), pairs.removedSecond());
            assertTrue(moved.removeNext(slot));
            assertEquals(removed, List.of(moved.removedFirst(), moved.removedSecond()));
            assertTrue(removed.contains(slot));
            assertTrue(list.remove(removed));
        }
        assertFalse(moved.removeNext(slot));
        assertTrue(list.stream().noneMatch(pair -> pair.contains(slot)));
    }
}
