package io.github.freestep.net.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads at the end of a datagram. The tests of headers read what was written. */
class ByteReaderTest {
    private final byte[] bytes = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    private final ByteReader in = new ByteReader();

    @Test
    void nothingIsReadBeyondTheEnd() {
        in.open(bytes, 2, 3);
        for (int i = 0; i < 3; i++) {
            assertEquals(0xFF, in.u8(0));
            assertFalse(in.failed());
        }
        assertEquals(0, in.u8(0));
        assertTrue(in.failed());
        assertEquals(5, in.position());
        in.open(bytes, 0, 2);
        assertFalse(in.failed(), "a reader can be opened again");
    }

    @Test
    void aNumberThatDoesNotEndIsZeroAndEndsTheDatagram() {
        in.open(bytes, 0, 3);
        assertEquals(0, in.varlong(0));
        assertTrue(in.failed());
        assertEquals(3, in.position());
        assertEquals(0, in.u8(0));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "127, 7F",
        "128, 80 01",
        "300, AC 02",
        "2147483647, FF FF FF FF 07",
        "9223372036854775807, FF FF FF FF FF FF FF FF 7F",
        "-1, FF FF FF FF FF FF FF FF FF 01"
    })
    void everyNumberIsReadAsItWasWritten(long value, String hex) {
        byte[] expected = HexFormat.ofDelimiter(" ").parseHex(hex);
        ByteWriter out = new ByteWriter();
        out.open(bytes, 0);
        out.varlong(value);

        assertArrayEquals(expected, Arrays.copyOf(bytes, out.position()));
        in.open(bytes, 0, expected.length);
        assertEquals(value, in.varlong(0));
        assertTrue(in.isAtEnd() && !in.failed());
        out.open(bytes, 0);
        out.zigzag(value);
        in.open(bytes, 0, out.position());
        assertEquals(value, in.zigzag(0));
    }

    @Test
    void aNumberOfMoreThanTenBytesIsZeroAndEndsTheDatagram() {
        in.open(bytes, 0, bytes.length);
        assertEquals(0, in.varlong(0));
        assertTrue(in.failed() && in.isAtEnd());
    }

    @Test
    void aVarintIsAnIntThatIsNotNegative() {
        long[] written = {0, Integer.MAX_VALUE, 1L + Integer.MAX_VALUE, -1};
        for (long value : written) {
            ByteWriter out = new ByteWriter();
            out.open(bytes, 0);
            out.varlong(value);
            in.open(bytes, 0, out.position());
            boolean fits = value >= 0 && value <= Integer.MAX_VALUE;
            assertEquals(fits ? value : 0, in.varint(0));
            assertEquals(!fits, in.failed());
        }
    }
}
