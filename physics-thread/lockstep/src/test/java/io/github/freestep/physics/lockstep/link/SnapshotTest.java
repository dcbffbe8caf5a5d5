package io.github.freestep.physics.lockstep.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class SnapshotTest {
    @Test
    void growsUpToTheLongestArray() {
        assertEquals(200, Snapshot.capacity(100, 101));
        assertEquals(300, Snapshot.capacity(100, 300));
        assertEquals(Integer.MAX_VALUE - 8, Snapshot.capacity((1 << 30) + 1, (1 << 30) + 2));
        assertEquals(
                "a snapshot must have at most 2147483639 bytes, needs 2147483640; lower the history of the match"
                        + " settings",
                assertThrows(IllegalStateException.class, () -> Snapshot.capacity(1 << 30, Integer.MAX_VALUE - 7L))
                        .getMessage());
    }

    @Test
    void aSnapshotWithOtherValuesIsRefused() {
        Snapshot saved = Snapshot.save();
        saved.copy(-1);
        saved.copy(7);
        byte[] bytes = saved.saved();
        Snapshot more = Snapshot.load(bytes);
        more.copy(0);
        assertRefused("a snapshot must end with its last value, had 4 bytes after it", more::end);
        assertRefused("a snapshot must have 8 bytes for the next value, had 4", () -> more.copy(0L));
        int length = Snapshot.load(bytes).copy(0);
        assertRefused("a snapshot must have -1 bytes for the next value, had 4", () -> more.copy(new byte[0], length));
        more.copy(0);
        more.end();
    }

    private static void assertRefused(String message, Executable load) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, load).getMessage());
    }

    @Test
    void loadsWhatWasSaved() {
        Snapshot saved = Snapshot.save();
        assertFalse(saved.loads());
        double[] doubles = {Double.MIN_VALUE, -0.0};
        byte[] some = {1, 2, 3};
        // More than the first room.
        for (int i = 0; i < 10_000; i++) {
            assertEquals(i, saved.copy(i));
            assertEquals(-i, saved.copy((long) -i));
        }
        assertTrue(saved.copy(true));
        assertFalse(saved.copy(false));
        assertEquals(0.1, saved.copy(0.1));
        assertEquals("µs", saved.copy("µs"));
        assertSame(some, saved.copy(some, 2));
        saved.copy(new long[] {5, -6});
        saved.copy(new int[] {7, -8});
        saved.copy(doubles);
        saved.copy(new boolean[] {true, false});
        Snapshot loaded = Snapshot.load(saved.saved());
        assertTrue(loaded.loads());
        for (int i = 0; i < 10_000; i++) {
            assertEquals(i, loaded.copy(99));
            assertEquals(-i, loaded.copy(99L));
        }
        assertTrue(loaded.copy(false));
        assertFalse(loaded.copy(true));
        assertEquals(0.1, loaded.copy(9.9));
        assertEquals("µs", loaded.copy(""));
        byte[] large = {9, 9, 9};
        assertSame(large, loaded.copy(large, 2), "an array with room");
        assertArrayEquals(new byte[] {1, 2, 9}, large);
        long[] longs = new long[2];
        loaded.copy(longs);
        assertArrayEquals(new long[] {5, -6}, longs);
        int[] ints = new int[2];
        loaded.copy(ints);
        assertArrayEquals(new int[] {7, -8}, ints);
        double[] others = new double[2];
        loaded.copy(others);
        assertArrayEquals(doubles, others);
        boolean[] flags = new boolean[2];
        loaded.copy(flags);
        assertArrayEquals(new boolean[] {true, false}, flags);
        loaded.end();
    }

    @Test
    void aShorterArrayIsReplaced() {
        Snapshot saved = Snapshot.save();
        saved.copy(new byte[] {4, 5}, 2);
        assertArrayEquals(new byte[] {4, 5}, Snapshot.load(saved.saved()).copy(new byte[1], 2));
    }

    @Test
    void aDamagedSnapshotIsRefused() {
        byte[] empty = Snapshot.save().saved();
        assertEquals(4, empty.length);
        Snapshot.load(empty).end();
        Snapshot saved = Snapshot.save();
        saved.copy(5);
        byte[] bytes = saved.saved();
        for (int i = 0; i < bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 1;
            assertRefused("a snapshot of 8 bytes is damaged", () -> Snapshot.load(damaged));
        }
        assertRefused("a snapshot of 3 bytes is damaged", () -> Snapshot.load(new byte[3]));
    }
}
