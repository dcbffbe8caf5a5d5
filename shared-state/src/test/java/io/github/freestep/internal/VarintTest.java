package io.github.freestep.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class VarintTest {
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
    void everySinkGetsTheSameBytes(long value, String bytes) {
        byte[] expected = bytes(bytes);
        byte[] array = new byte[expected.length + 2];
        ByteBuffer buffer = ByteBuffer.allocate(expected.length);

        assertEquals(1 + expected.length, Varint.put(array, 1, value));
        Varint.put(buffer, value);

        assertArrayEquals(expected, Arrays.copyOfRange(array, 1, 1 + expected.length));
        assertArrayEquals(expected, buffer.array());
    }

    /** Each number of bits, and its neighbours. */
    static LongStream numbers() {
        return LongStream.range(0, 64).map(bit -> 1L << bit).flatMap(v -> LongStream.of(v - 1, v, v + 1, -v, ~v));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void everyNumberIsReadAsItWasWritten(long value) throws IOException {
        byte[] array = new byte[Varint.MAX_LONG_BYTES];
        int end = Varint.put(array, 0, value);

        assertEquals(end, Varint.end(array, 0, array.length));
        assertEquals(value, Varint.get(array, 0, end));
        assertEquals(value, Varint.get(ByteBuffer.wrap(array)));
        assertEquals(value, Varint.unzigzag(Varint.zigzag(value)));
    }

    @Test
    void aNumberThatDoesNotEndHasNoEnd() {
        byte[] endless = bytes("80 80 80 80 80 80 80 80 80 80 01");

        assertEquals(-1, Varint.end(endless, 0, endless.length), "more than ten bytes");
        assertEquals(-1, Varint.end(endless, 8, 10), "the end is beyond the limit");
        assertEquals(11, Varint.end(endless, 8, 11));
        assertEquals(-1, Varint.end(endless, 11, 11), "no byte is left");
        assertThrows(BufferUnderflowException.class, () -> Varint.get(ByteBuffer.wrap(bytes("80 80"))));
    }

    @ParameterizedTest
    @CsvSource({
        "80 00, 'a number must have its shortest encoding, but ends with a zero byte'",
        "FF 80 00, 'a number must have its shortest encoding, but ends with a zero byte'",
        "FF FF FF FF FF FF FF FF FF 02, a number has more than 64 bits"
    })
    void aBufferMustHoldTheShortestEncoding(String bytes, String error) {
        ByteBuffer from = ByteBuffer.wrap(bytes(bytes));

        assertEquals(
                error, assertThrows(IOException.class, () -> Varint.get(from)).getMessage());
    }

    private static byte[] bytes(String hex) {
        return HexFormat.ofDelimiter(" ").parseHex(hex);
    }
}
