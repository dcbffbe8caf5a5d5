package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class WorldTransferTest {
    private static final int MEBI = 1 << 20;

    private final WorldTransfer from = new WorldTransfer();
    private final WorldTransfer to = new WorldTransfer();
    private int parts;

    private static byte[] some(int length) {
        byte[] bytes = new byte[length];
        Seeds.random(8).nextBytes(bytes);
        return bytes;
    }

    private static ByteBuffer part(int length) {
        return ByteBuffer.allocate(length);
    }

    /** Sends a world part by part, and returns what arrives. */
    private byte[] transfers(long tick, byte[] world) throws InvalidMessageException {
        from.send(tick, world);
        ByteBuffer message = ByteBuffer.allocate(Messages.MAX_TO_SEQUENCER);
        boolean[] complete = {false};
        Messages.ToSession receiver = (Messages.ToSession) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Messages.ToSession.class}, (self, method, given) -> {
                    assertFalse(complete[0], "a part comes after the last one");
                    parts++;
                    complete[0] = to.receive((long) given[0], (int) given[1], (int) given[2], (ByteBuffer) given[3]);
                    return null;
                });
        InputFrame frame = new InputFrame(Rules.of(MatchSettings.of("transfer", StateLayout.of(1), 2)));
        while (from.writeNext(0, message.clear())) {
            Messages.read(message.flip(), frame, receiver);
        }
        assertTrue(complete[0]);
        return to.received();
    }

    @Test
    void worldsOfAnyLengthArriveWhole() throws InvalidMessageException {
        assertNull(to.received());
        for (int length : new int[] {0, 1, Messages.MAX_CHUNK, Messages.MAX_CHUNK + 1, MEBI, MEBI + 1, 5 * MEBI}) {
            byte[] world = some(length);
            parts = 0;
            assertArrayEquals(world, transfers(length + 3, world));
            assertEquals(Math.max(1, (length + Messages.MAX_CHUNK - 1) / Messages.MAX_CHUNK), parts);
        }
    }

    @Test
    void waitsWhileEnoughIsQueued() {
        ByteBuffer message = ByteBuffer.allocate(Messages.MAX_TO_SEQUENCER);
        assertFalse(from.writeNext(0, message), "there is no world");
        from.send(1, some(1));
        assertFalse(from.writeNext((256 << 10) + 1, message));
        assertEquals(0, message.position());
        assertTrue(from.writeNext(256 << 10, message));
        assertFalse(from.writeNext(0, message), "the world was sent");
    }

    private void refuses(String message, long tick, int total, int offset, int length) {
        assertEquals(
                message,
                assertThrows(InvalidMessageException.class, () -> to.receive(tick, total, offset, part(length)))
                        .getMessage());
    }

    @Test
    void onlyTheNextPartOfTheSameWorldIsTaken() throws InvalidMessageException {
        refuses("a part of the saved world of tick 7 begins at 1 of 9 bytes, expected 0 of tick 0", 7, 9, 1, 3);
        assertFalse(to.receive(7, 9, 0, part(3)));
        refuses("a part of the saved world of tick 7 begins at 2 of 9 bytes, expected 3 of tick 7", 7, 9, 2, 3);
        refuses("a part of the saved world of tick 8 begins at 3 of 9 bytes, expected 3 of tick 7", 8, 9, 3, 3);
        // Another world begins when the first player could not save it.
        assertFalse(to.receive(8, 6, 0, part(3)));
        assertTrue(to.receive(8, 6, 3, part(3)));
        assertEquals(6, to.received().length);
    }

    @Test
    void aTotalAloneTakesNoMemory() throws InvalidMessageException {
        assertFalse(to.receive(1, 1 << 30, 0, part(1)));
        assertEquals(MEBI, to.received().length);
        int most = (1 << 30) + 1;
        refuses(
                "a part of the saved world of tick 1 begins at 0 of " + most + " bytes, expected 0 of tick 1",
                1,
                most,
                0,
                1);
    }
}
