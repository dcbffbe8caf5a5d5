package io.github.freestep.physics.lockstep.link;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorldPartsTest {
    private static final int MEBI = 1 << 20;

    private final WorldParts world = new WorldParts(7);

    private void add(long tick, int total, int offset, int length) throws InvalidMessageException {
        world.add(tick, total, offset, ByteBuffer.allocate(length));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, Messages.MAX_CHUNK, Messages.MAX_CHUNK + 1, MEBI, 5 * MEBI + 1})
    void worldsOfAnyLengthArriveWhole(int length) throws InvalidMessageException {
        byte[] bytes = new byte[length];
        Seeds.random(8).nextBytes(bytes);
        WorldParts from = WorldParts.of(7, Arrays.copyOf(bytes, length + 3), length);
        int parts = 0;
        for (int offset = 0; offset >= 0; parts++) {
            ByteBuffer message = ByteBuffer.allocate(2 * Messages.MAX_CHUNK);
            offset = from.write(message, offset);
            message.flip().get();
            world.add(message.getLong(), message.getInt(), message.getInt(), message);
            assertEquals(offset < 0, world.isComplete());
        }
        assertArrayEquals(bytes, world.bytes);
        assertEquals((length + Messages.MAX_CHUNK - 1) / Messages.MAX_CHUNK, parts);
    }

    @ParameterizedTest
    @CsvSource({"8, 9, 3", "7, 9, 2", "7, 9, 4", "7, 8, 3", "7, 10, 3"})
    void onlyTheNextPartOfTheSameWorldIsTaken(long tick, int total, int offset) throws InvalidMessageException {
        add(7, 9, 0, 3);
        refusedWith(
                "a part of the saved world of tick " + tick + " begins at " + offset + " of " + total
                        + " bytes, expected 3 of 9 of tick 7",
                InvalidMessageException.class,
                () -> add(tick, total, offset, 3));
        add(7, 9, 3, 6);
        assertTrue(world.isComplete());
    }

    @Test
    void aTotalIsBoundedAndTakesNoMemoryAlone() throws InvalidMessageException {
        assertThrows(InvalidMessageException.class, () -> add(7, 0, 0, 0));
        assertThrows(InvalidMessageException.class, () -> add(7, (1 << 30) + 1, 0, 1));
        add(7, 1 << 30, 0, 1);
        assertEquals(1, world.bytes.length);
    }
}
