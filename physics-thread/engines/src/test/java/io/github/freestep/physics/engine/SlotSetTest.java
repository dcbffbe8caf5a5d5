package io.github.freestep.physics.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlotSetTest {
    @Test
    void hasTheSameSlotsAsABitSet() {
        Random random = Seeds.random(1);
        for (int round = 0; round < 2_000; round++) {
            int capacity = 1 + random.nextInt(200);
            SlotSet set = new SlotSet(capacity);
            BitSet model = new BitSet();
            for (int i = random.nextInt(3) * random.nextInt(200); i > 0; i--) {
                int slot = random.nextInt(capacity);
                boolean in = random.nextInt(4) > 0;
                set.set(slot, in);
                model.set(slot, in);
            }
            if (random.nextInt(4) == 0) {
                int count = random.nextInt(capacity + 1);
                set.addBelow(count);
                model.set(0, count);
            }
            assertSame(model, set, capacity);
        }
    }

    private static void assertSame(BitSet model, SlotSet set, int capacity) {
        for (int slot = 0; slot < capacity; slot++) {
            assertEquals(model.get(slot), (set.words[slot / SlotSet.WORD] >>> slot & 1) == 1);
        }
        for (int from = 0; from <= capacity; from += SlotSet.WORD) {
            int missing = Math.min(model.nextClearBit(from), capacity);
            int wholeWords = missing == capacity ? capacity : missing - missing % SlotSet.WORD;
            assertEquals(wholeWords, set.endOfFullWords(from, capacity));
        }
        set.clear();
        assertTrue(Arrays.stream(set.words).allMatch(word -> word == 0));
    }
}
