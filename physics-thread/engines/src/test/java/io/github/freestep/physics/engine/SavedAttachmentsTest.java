package io.github.freestep.physics.engine;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Tests attachments that were not written by Freestep. */
class SavedAttachmentsTest {
    private static final int CAPACITY = 20;
    private static final int EMPTY = 15;

    private final Bodies bodies = bodies();

    private static Bodies bodies() {
        Bodies bodies = StatePublisher.of(StateLayout.of(CAPACITY)).bodies();
        for (int slot = 0; slot < EMPTY; slot++) {
            bodies.spawn(slot);
        }
        return bodies;
    }

    private static int[] read(int... values) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES);
        bytes.asIntBuffer().put(values);
        return SavedAttachments.read(new DataInputStream(new ByteArrayInputStream(bytes.array())), CAPACITY);
    }

    private void assertDamaged(String reason, int... values) throws IOException {
        int[] attached = read(values);
        IOException refused = assertThrows(IOException.class, () -> SavedAttachments.attach(attached, bodies));
        assertTrue(refused.getMessage().contains(reason), refused::getMessage);
        SavedAttachments.detachAll(bodies);
    }

    @Test
    void impossibleAttachmentsAreRefused() throws IOException {
        assertDamaged("has no body", 1, 0, EMPTY);
        assertDamaged("has no body", 1, EMPTY, 0);
        assertDamaged("slot must be", 1, 0, CAPACITY);
        assertDamaged("slot must be", 1, -1, 0);
        assertDamaged("itself", 1, 3, 3);
        assertDamaged("which is attached to it", 3, 0, 1, 1, 2, 2, 0);
        assertDamaged("two parents", 2, 0, 1, 0, 2);
        int[] chain = new int[19];
        chain[0] = 9;
        for (int i = 0; i < 9; i++) {
            chain[1 + 2 * i] = i + 1;
            chain[2 + 2 * i] = i;
        }
        assertDamaged("at most 8", chain);
    }

    @Test
    void impossibleNumbersAreRefused() {
        assertThrows(IOException.class, () -> read(-1));
        assertThrows(IOException.class, () -> read(CAPACITY + 1));
        assertThrows(EOFException.class, () -> read(CAPACITY, 1));
    }
}
