package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.Messages;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class DonatedWorldTest {
    private final DonatedWorld world = new DonatedWorld(3, 70, 1_000);

    private void add(int total, int offset, int... bytes) throws InvalidMessageException {
        ByteBuffer part = ByteBuffer.allocate(bytes.length);
        for (int each : bytes) {
            part.put((byte) each);
        }
        world.add(total, offset, part.flip(), Long.MAX_VALUE / 2);
    }

    private void assertRefused(String message, int total, int offset) {
        assertEquals(
                message,
                assertThrows(InvalidMessageException.class, () -> add(total, offset, 9))
                        .getMessage());
    }

    @Test
    void collectsPartsInTheirOrder() throws InvalidMessageException {
        assertEquals(3, world.donor());
        assertEquals(70, world.tick());
        assertFalse(world.complete());
        assertRefused("a part of a saved world begins at 1 of 5 bytes, expected 0", 5, 1);
        assertRefused("a part of a saved world begins at 0 of 0 bytes, expected 0", 0, 0);
        add(5, 0, 1, 2);
        assertRefused("a part of a saved world begins at 0 of 5 bytes, expected 2 of 5", 5, 0);
        assertRefused("a part of a saved world begins at 2 of 6 bytes, expected 2 of 5", 6, 2);
        add(5, 2, 3, 4);
        assertFalse(world.complete());
        add(5, 4, 5);
        assertTrue(world.complete());
        assertEquals(5, world.total());
        assertEquals(ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5}), world.part(0));
        assertEquals(ByteBuffer.wrap(new byte[] {4, 5}), world.part(3));
    }

    @Test
    void aPartFitsIntoAMessage() throws InvalidMessageException {
        add(Messages.MAX_CHUNK + 7, 0, new int[Messages.MAX_CHUNK + 7]);
        assertEquals(Messages.MAX_CHUNK, world.part(0).remaining());
        assertEquals(7, world.part(Messages.MAX_CHUNK).remaining());
    }

    @Test
    void aSlowDonorMakesLittleProgress() throws InvalidMessageException {
        assertEquals(1_000, world.progressNanos());
        add(100, 0, new int[16]);
        assertEquals(1_000 + 16 * 61_035, world.progressNanos());
        world.add(100, 16, ByteBuffer.allocate(16), 5_000);
        assertEquals(5_000, world.progressNanos());
    }
}
