package io.github.freestep.physics.nodes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Saves come back as they were, and damaged ones are refused. */
class SaveTest {
    private final Save save = new Save(RoomEvents.Kind.MOVED, 1_234_567_890_123L, new byte[] {1, 2, 3});

    @Test
    void comesBackAndIsRefusedIfABitIsFlippedOrItIsCut() throws IOException {
        Save back = Save.of(save.toBytes());
        assertEquals(save.kind() + " " + save.tick(), back.kind() + " " + back.tick());
        assertArrayEquals(save.bytes(), back.bytes());
        for (int bit = 0; bit < 8 * save.toBytes().length; bit++) {
            byte[] damaged = save.toBytes();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThrows(IOException.class, () -> Save.of(damaged), "bit " + bit);
        }
        for (int length = 0; length < save.toBytes().length; length++) {
            byte[] cut = Arrays.copyOf(save.toBytes(), length);
            assertThrows(IOException.class, () -> Save.of(cut), length + " bytes");
        }
    }
}
