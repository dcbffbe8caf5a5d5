package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputHeapTest {
    private InputEvent spare = new InputEvent();

    @Test
    void theHeapHasRoomForItsCapacity() {
        InputHeap heap = new InputHeap(2);
        assertTrue(heap.isEmpty());
        assertEquals(2, heap.room());
        heap.add(true, 0, 0, 5, 1);
        assertFalse(heap.isFull() || heap.isEmpty());
        assertEquals(1, heap.room());
        heap.add(true, 0, 0, 5, 2);
        assertTrue(heap.isFull());
        assertEquals(0, heap.room());
    }

    @Test
    void removeReturnsTheAddedValues() {
        InputHeap heap = new InputHeap(1);
        heap.add(true, -7, 0.5f, Long.MIN_VALUE, 3);
        assertEquals(Long.MIN_VALUE, heap.earliestNanos());
        InputEvent event = heap.remove(spare);
        assertTrue(event.action);
        assertEquals(-7, event.code);
        assertEquals(0.5f, event.value);
        assertEquals(Long.MIN_VALUE, event.sinceOriginNanos);
        assertEquals(3, event.sequence);
        heap.add(false, 7, 1, 0, 4);
        assertFalse(heap.remove(event).action);
    }

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
