package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class VarintTest {
    /** Each number of bits, and its neighbours. */
    static LongStream numbers() {
        return LongStream.range(0, 64).map(bit -> 1L << bit).flatMap(v -> LongStream.of(v - 1, v, v + 1, -v, ~v));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void everyNumberIsReadAsItWasWritten(long value) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(Varint.MAX_LONG_BYTES);
        Varint.put(buffer, value);

        assertEquals(value, Varint.get(buffer.flip()));
        assertEquals(value, Varint.unzigzag(Varint.zigzag(value)));
    }

    @Test
    void aNumberMustEnd() {
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
