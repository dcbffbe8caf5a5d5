package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.RunSettings;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pins the bytes of one recording, so that no change of the format goes unnoticed. A change here
 * requires a new version.
 */
class FormatTest extends TempFile {
    private static final String BYTES = String.join(
            " ",
            // Header: magic, version 4, 45 bytes of fields.
            "89 46 53 52 0D 0A 1A 0A  04 00 00 00  2D 00 00 00",
            // 60000/1001 ticks per second; 300 bodies.
            "E0 D4 03  E9 07  AC 02",
            // Linear "wheel", "ü"; stepped "gear".
            "02  05 77 68 65 65 6C  02 C3 BC  01  04 67 65 61 72",
            // 2 axes; at most 4,096 inputs per tick; "hop"; no settings; seed -2; "abc"; a hash every 100 ticks;
            // skips failed steps.
            "02  80 20  03 68 6F 70  00  FE FF FF FF FF FF FF FF  03 61 62 63  64  01",
            "C9 81 20 C2",
            // Block 1 of 84 bytes.
            "01 00 00 00  54 00 00 00  00 00 00 00 00 00 00 00",
            "8D FF C8 73  F2 26 A6 39",
            // A command of type -1 with the bytes 0A 0B.
            "10  01  02  0A 0B",
            // A command without a written form, of class "Boom".
            "20  04 42 6F 6F 6D",
            // Polled axis 1 is -0.0.
            "30  01  00 00 00 80",
            // Action 64 with value 1 at fraction 0.5; axis 1 pushed to -1 at fraction 0.
            "43  80 01  00 00 80 3F  00 00 00 00 00 00 E0 3F",
            "40  02  00 00 80 BF",
            // Paused, at scale 3/2 before; simulation time 10 ms, wall time -1 ns.
            "51  03 02  80 96 98 00 00 00 00 00  FF FF FF FF FF FF FF FF",
            // A failure: "no".
            "60  02 6E 6F",
            // Tick 1 with a hash; tick 2; tick 130 (skip 128); tick 132 (skip 2) with a hash.
            "71  EF CD AB 89 67 45 23 01",
            "70",
            "72  80 01",
            "73  02  01 00 00 00 00 00 00 00",
            // Block 2 of 6 bytes: the end, incomplete, with reason "full".
            "02 00 00 00  06 00 00 00  00 00 00 00 00 00 00 00",
            "01 C7 3A 01  7B AD D4 B6",
            "80  04 66 75 6C 6C");

    private static final List<String> GROUPS = List.of(
            "tick 1, hash 81985529216486895: command -1 0a0b; opaque Boom; axis 1 -2147483648;"
                    + " input true 64 1065353216 4602678819172646912; input false 1 -1082130432 0;"
                    + " time true 3/2 10000000 -1; fault no",
            "tick 2, hash null: ",
            "tick 130, hash null: ",
            "tick 132, hash 1: ");

    private static byte[] bytes() {
        return hex(BYTES).array();
    }

    private static ByteBuffer hex(String bytes) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(bytes.replace(" ", "")));
    }

    @Test
    void theseBytesAreWritten() throws IOException {
        Path path = folder.resolve("written");
        write(path);
        assertEquals(HexFormat.of().formatHex(bytes()), HexFormat.of().formatHex(Files.readAllBytes(path)));
    }

    @Test
    void theseBytesAreRead() throws IOException {
        Path path = folder.resolve("read");
        assertEquals(new ReadResult(null, GROUPS, false, "full", null), ReadResult.of(path, bytes()));
        RecordingHeader header = RecordingSummary.of(path).header();
        assertEquals(header().toString(), header.toString());
    }

    private static RecordingHeader header() {
        StateLayout layout = StateLayout.of(300).linear("wheel", "\u00fc").stepped("gear");
        return new RecordingHeader(
                new RunSettings(Ratio.of(60_000, 1_001), 2, 4_096, 100, true), layout, "hop", "", -2, "abc");
    }

    private static void write(Path path) throws IOException {
        try (RecordingWriter writer = new RecordingWriter(path, header(), RecordingBlockWriter::newFile)) {
            writer.command(-1, new byte[] {10, 11, 12}, 2);
            writer.opaqueCommand("Boom");
            writer.axis(1, -0f);
            writer.input(true, 64, 1, 0.5);
            writer.input(false, 1, -1, 0);
            writer.time(true, Ratio.of(3, 2), 10_000_000, -1);
            writer.fault("no");
            writer.hash(0x0123_4567_89AB_CDEFL);
            writer.tick(1);
            writer.tick(2);
            writer.tick(130);
            writer.hash(1);
            writer.tick(132);
            writer.flush();
            writer.end(false, "full");
        }
    }

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
        assertThrows(BufferUnderflowException.class, () -> Varint.get(hex("80 80")));
    }

    @ParameterizedTest
    @CsvSource({
        "80 00, 'a number must have its shortest encoding, but ends with a zero byte'",
        "FF 80 00, 'a number must have its shortest encoding, but ends with a zero byte'",
        "FF FF FF FF FF FF FF FF FF 02, a number has more than 64 bits"
    })
    void aBufferMustHoldTheShortestEncoding(String bytes, String error) {
        ByteBuffer from = hex(bytes);
        assertEquals(
                error, assertThrows(IOException.class, () -> Varint.get(from)).getMessage());
    }
}
