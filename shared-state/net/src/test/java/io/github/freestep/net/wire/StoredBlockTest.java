package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class StoredBlockTest {
    private final StoredBlock block = new StoredBlock(2);

    private void store(int value, long id, long sequence) {
        block.store(new int[] {value, value}, 2, id, sequence);
    }

    @Test
    void keepsTheTwoNewest() {
        store(1, 1, 1);
        store(2, 5, 5);
        assertArrayEquals(new int[] {1, 1}, block.find(1));
        assertArrayEquals(new int[] {2, 2}, block.find(5));
        store(3, 9, 9);
        assertNull(block.find(1));
        assertArrayEquals(new int[] {2, 2}, block.find(5));
        store(4, 5, 10);
        assertArrayEquals(new int[] {2, 2}, block.find(5), "an older one is ignored");
    }

    @Test
    void theNewestEffectiveOneIsKnownOnlyWithoutAGapSince() {
        store(1, 1, 1);
        store(2, 5, 5);
        assertEquals(5, block.newest(5, 1));
        assertEquals(5, block.newest(5, 5));
        assertEquals(0, block.newest(6, 6));
        assertEquals(1, block.newest(4, 1));
        assertEquals(0, block.newest(4, 2), "a newer one may have been in the gap");
        assertEquals(0, block.newest(0, 1));
        store(2, 5, 7);
        assertEquals(5, block.newest(6, 6), "it came again after the gap");
    }

    @Test
    void whatIsBeyondTheContentIsNothing() {
        store(1, 1, 1);
        store(2, 2, 2);
        block.store(new int[] {7, 8}, 1, 3, 3);
        assertArrayEquals(new int[] {7, 0}, block.find(3));
    }
}
