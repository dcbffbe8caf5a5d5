package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CompressionTest {
    private final Compression compression = new Compression();

    @Test
    void anyBytesComeBack() {
        for (int length : new int[] {0, 1, 63, 64, 1_000, 40_000}) {
            byte[] random = new byte[length + 5];
            Seeds.random(length).nextBytes(random);
            byte[] packed = compression.pack(random, length);
            assertArrayEquals(Arrays.copyOf(random, length), Compression.unpack(packed, length));
            byte[] equal = new byte[length];
            assertArrayEquals(equal, Compression.unpack(compression.pack(equal, length), length));
        }
        assertTrue(compression.pack(new byte[40_000], 40_000).length < 400);
    }

    @Test
    void bytesThatCannotBeCompressedStayAsTheyAre() {
        byte[] random = new byte[40_000];
        Seeds.random(1).nextBytes(random);
        byte[] packed = compression.pack(random, random.length);
        assertArrayEquals(random, packed);
        assertArrayEquals(random, Compression.unpack(packed, random.length));
    }

    @Test
    void damagedBytesAreRefused() {
        byte[] packed = compression.pack(new byte[1_000], 1_000);
        assertEquals(
                "compressed frames must have 1001 bytes, had fewer",
                assertThrows(IllegalStateException.class, () -> Compression.unpack(packed, 1_001))
                        .getMessage());
        Arrays.fill(packed, (byte) 0xFF);
        assertEquals(
                "compressed frames are damaged",
                assertThrows(IllegalStateException.class, () -> Compression.unpack(packed, 1_000))
                        .getMessage());
    }
}
