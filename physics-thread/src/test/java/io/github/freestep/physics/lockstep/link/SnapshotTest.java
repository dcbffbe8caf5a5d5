package io.github.freestep.physics.lockstep.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

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
}
