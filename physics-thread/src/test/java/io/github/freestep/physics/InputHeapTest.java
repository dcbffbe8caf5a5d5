package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.Seeds;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputHeapTest {
    private InputEvent spare = new InputEvent();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 100})
    void removeReturnsTheEarliestAndAmongEqualsTheFirstAdded(int capacity) {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = Seeds.random(seed);
            InputHeap heap = new InputHeap(capacity);
            TreeMap<Long, Long> naive = new TreeMap<>();
            for (long sequence = 1; sequence <= 2_000; sequence++) {
                // Fills and empties the heap by turns, with few different times, so that many are equal.
                boolean filling = sequence / 300 % 2 == 0;
                if (naive.isEmpty() || naive.size() < capacity && random.nextInt(4) > 0 == filling) {
                    long nanos = random.nextInt(20) - 10;
                    heap.add(true, (int) sequence, 0, nanos, sequence);
                    naive.put(nanos * 10_000 + sequence, nanos);
                } else {
                    String where = "seed " + seed + ", capacity " + capacity + ", number " + sequence;
                    assertEquals(naive.firstEntry().getValue(), heap.earliestNanos(), where);
                    spare = heap.remove(spare);
                    assertEquals(naive.firstEntry().getValue(), spare.sinceOriginNanos, where);
                    long key = naive.pollFirstEntry().getKey();
                    assertEquals(key, spare.sinceOriginNanos * 10_000 + spare.sequence, where);
                    assertEquals(spare.sequence, spare.code, where);
                }
                assertEquals(naive.size(), capacity - heap.room());
            }
        }
    }
}
