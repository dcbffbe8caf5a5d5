package io.github.freestep.physics.lockstep.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
}
