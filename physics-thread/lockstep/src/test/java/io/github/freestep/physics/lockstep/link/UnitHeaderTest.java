package io.github.freestep.physics.lockstep.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class UnitHeaderTest {
    private final UnitHeader writer = new UnitHeader();
    private final UnitHeader reader = new UnitHeader();
    private final ByteBuffer bytes = ByteBuffer.allocate(2_000);

    {
        writer.begin();
        reader.begin();
    }

    /** Writes a header and reads it. Returns its length. */
    private int passes(int lane, int flags, int sequence, int length) throws InvalidMessageException {
        bytes.clear();
        writer.write(bytes, lane, flags, sequence, length);
        int size = bytes.position();
        bytes.flip();
        reader.read(bytes, size + length);
        assertEquals(lane, reader.lane());
        assertEquals(flags, reader.flags());
        assertEquals((short) sequence, reader.sequence());
        assertEquals(length, reader.length());
        assertEquals(size, bytes.position());
        return size;
    }

    @Test
    void readsWhatItHasWritten() throws InvalidMessageException {
        assertEquals(4, passes(0, UnitHeader.LAST, Short.MAX_VALUE, 255));
        assertEquals(2, passes(0, UnitHeader.LAST | UnitHeader.DIFFERENCE, Short.MAX_VALUE + 1, 0));
        assertEquals(3, passes(0, 0, Short.MAX_VALUE + 2, 256));
        assertEquals(UnitHeader.MAX, passes(2, 0, Short.MAX_VALUE + 3, 1_000));
        assertEquals(4, passes(2, 0, Short.MAX_VALUE + 5, 1));
        assertEquals(4, passes(2, 0, Short.MAX_VALUE + 5, 1));
    }

    private void refuses(String message, int end, int... header) {
        byte[] all = new byte[10];
        for (int i = 0; i < header.length; i++) {
            all[i] = (byte) header[i];
        }
        assertEquals(
                message,
                assertThrows(InvalidMessageException.class, () -> reader.read(ByteBuffer.wrap(all), end))
                        .getMessage());
    }

    @Test
    void refusesHeadersThatAreCutOffOrUnknown() throws InvalidMessageException {
        refuses("a packet has a unit with flags 0 that is cut off or unknown", 3);
        refuses("a packet has a unit with flags 32 that is cut off or unknown", 4, 32);
        refuses("a packet has a unit with flags 3 that is cut off or unknown", 9, 3);
        refuses("a packet has a unit with flags 64 that is cut off or unknown", 9, 64);
        refuses("a packet ends in the middle of a unit of 2 bytes", 5, 0, 0, 0, 2);
        refuses("a packet ends in the middle of a unit of -1 bytes", 9, 32, 0, 0, 0xFF, 0xFF);
        refuses("a packet has a unit with flags 16 that is cut off or unknown", 1, 16);
        reader.begin();
        refuses("a unit of lane 2 must not follow one of -1", 9, 18, 1);
        passes(1, 0, 5, 0);
        refuses("a unit of lane 2 must not follow one of 1", 9, 18, 1);
    }
}
