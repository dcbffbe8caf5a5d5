package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values beyond a limit are neither written nor read, and the message names the limit. */
class LimitsTest extends TempFile {
    /**
     * Valid fields of a header: 1 tick per second, 1 body, no channels, 1 axis, 1 input per tick, "a", no settings,
     * seed 0, a hash every tick, no merging, stops at a failed step.
     */
    private static final String FIELDS = "0101 01 00 00 01 01 0161 00 0000000000000000 00 01 00";

    private RecordingWriter writer(int axes, int inputs) throws IOException {
        Files.deleteIfExists(file());
        RunSettings run = new RunSettings(Ratio.ONE, axes, inputs, 1, false);
        RecordingHeader header = new RecordingHeader(run, StateLayout.of(1), "a", "", 0, "");
        return new RecordingWriter(file(), header, RecordingBlockWriter::newFile);
    }

    private interface Entries {
        void write(RecordingWriter writer) throws IOException;
    }

    @Test
    void inputsInAnOrderThatNoRunHasEndTheReplay() throws IOException {
        endsAtTick2("tick 2 sets axis 0 after an input", writer -> {
            writer.input(true, 7, 0, 0.5);
            writer.axis(0, 1);
        });
        endsAtTick2("tick 2 has a command after an input", writer -> {
            writer.input(true, 7, 0, 0);
            writer.command(0, new byte[1], 1);
        });
        endsAtTick2("tick 2 has an input at 0.25 after one at 0.5", writer -> {
            writer.input(true, 7, 0, 0.5);
            writer.input(false, 0, 0, 0.25);
        });
        endsAtTick2("tick 2 has more than 2 inputs", writer -> {
            for (int i = 0; i < 3; i++) {
                writer.input(true, 7, 0, 0);
            }
        });
    }

    private void endsAtTick2(String reason, Entries entries) throws IOException {
        try (RecordingWriter writer = writer(3, 2)) {
            writer.tick(1);
            entries.write(writer);
            writer.tick(2);
            writer.end(true, "");
        }
        assertEquals(1, RecordingSummary.of(file()).reachableTick());
        try (Replay replay = Replay.open(file(), () -> new BallWorld(StateLayout.of(1)), CommandReader.NONE)) {
            assertTrue(replay.next());
            assertFalse(replay.next());
            String message = replay.failure().getMessage();
            assertTrue(message.contains(reason), message);
        }
    }

    @Test
    void theEntriesOfATickAreLimitedTo16MB() throws IOException {
        byte[] bytes = new byte[Format.MAX_COMMAND_BYTES];
        int most = Format.MAX_GROUP_BYTES / (bytes.length + 11);
        try (RecordingWriter writer = writer(1, 1)) {
            for (int tick = 1; tick < 3; tick++) {
                for (int i = 0; i < most; i++) {
                    writer.command(0, bytes, bytes.length);
                }
                if (tick == 1) {
                    writer.tick(1);
                }
            }
            RecordingException e = assertThrows(RecordingException.class, () -> {
                while (true) {
                    writer.fault("");
                }
            });
            assertTrue(
                    e.getMessage().contains("must have at most 16777216 bytes, but those after tick 1 have more"),
                    e.getMessage());
            writer.end(false, "too much");
        }
        ReadResult reading = ReadResult.of(file());
        assertEquals(1, reading.groups().size());
        assertEquals("too much", reading.endReason());
        assertNull(reading.damage());
    }

    @Test
    void aReaderRefusesATickBeyondTheLimit() throws IOException {
        writer(1, 1).close();
        byte[] faults = new byte[Format.MAX_PAYLOAD];
        for (int i = 0; i < faults.length; i += 2) {
            faults[i] = 0x60;
        }
        List<byte[]> payloads =
                new ArrayList<>(Collections.nCopies(Format.MAX_GROUP_BYTES / faults.length + 1, faults));
        payloads.add(new byte[] {0x70});
        byte[] header = Parts.of(Files.readAllBytes(file())).header();
        ReadResult reading =
                ReadResult.of(file(), Parts.blocks(header, payloads).file());
        assertTrue(
                reading.damage().startsWith("the entries of a tick must have at most 16777216 bytes"),
                reading.damage());
    }

    @Test
    void aReaderRefusesACommandThatDoesNotEnd() throws IOException {
        writer(1, 1).close();
        byte[] header = Parts.of(Files.readAllBytes(file())).header();
        Parts parts = Parts.blocks(header, List.of(HexFormat.of().parseHex("11000070")));
        String damage = ReadResult.of(file(), parts.file()).damage();
        assertTrue(damage.contains("an entry of kind TICK is in the middle of a command"), damage);
    }

    @ParameterizedTest
    @CsvSource({
        "00, 'the kind of an entry must be between 1 and 9, was 0'",
        "90 20, 'a player must be between 0 and 31, was 32'",
        "12 00 00, an entry of kind COMMAND has undefined flags: 2",
        "10 00 02 00, 'a command has 2 bytes, but only 1 are left'",
        "10 00 81 80 02, 'the length of a command must be between 0 and 32768, was 32769'",
        "10 80 80 80 80 10 00, 'a command''s type must be between 0 and 4294967295, was 4294967296'",
        "10 80 00 00, a number must have its shortest encoding",
        "60 02 C3 28, a text must be valid UTF-8",
        "30 01 00 00 00 00, 'an axis must be between 0 and 0, was 1'",
        "30 00 00 00 C0 7F, 'an input''s value must be finite, was NaN'",
        "30 00 00 00 80, kind AXIS extends beyond the end of its block",
        "40 02 00 00 00 00, 'an input''s axis must be at least 0 and below 1, the header''s number of axes, was 1'",
        "41 00 00 00 80 7F, 'an input''s value must be finite, was Infinity'",
        "42 00 00 00 00 00 01 00 00 00 00 00 F0 3F, 'and not 0.0, was 1.0000000000000002'",
        "50 02 02, 'a scale must be in lowest terms, was 2/2'",
        "50 01 81 94 EB DC 03, 'a scale must be between 1 and 1000000000, was 1000000001'",
        "50 01 01 FF FF FF FF FF FF FF FF 00 00 00 00 00 00 00 00, 'simulation time must not be negative, was -1 ns'",
        "72 01, 'the difference to the preceding tick must be between 2 and 9223372036854775807, was 1'",
        "72 FF FF FF FF FF FF FF FF 7F, 'at most 9223372036854775806, was 9223372036854775807'",
        "71 00, kind TICK extends beyond the end of its block"
    })
    void theReaderRefusesEntriesThatNoWriterWrites(String entry, String message) throws IOException {
        writer(1, 1).close();
        byte[] bytes = HexFormat.of().parseHex("70" + entry.replace(" ", ""));
        byte[] header = Parts.of(Files.readAllBytes(file())).header();
        ReadResult reading =
                ReadResult.of(file(), Parts.blocks(header, List.of(bytes)).file());
        assertEquals(List.of("tick 1, hash null: "), reading.groups());
        assertTrue(reading.damage().contains(message), reading.damage());
        String start = "the entry at byte " + (header.length + 25) + " is invalid: ";
        assertTrue(reading.damage().startsWith(start), reading.damage());
    }

    @ParameterizedTest
    @CsvSource({
        "0201 01, the header ends in the middle of a field",
        "0202 01, the rate must be in lowest terms",
        "0101 81808008, 'the capacity must be between 1 and 16777216, was 16777217'",
        "0101 01 02 0161 0161, there is a channel \"a\" already",
        "0101 01 00 00 818004, 'the number of axes must be between 0 and 65536, was 65537'",
        "0101 01 00 00 01 818040, 'the maximum number of inputs per tick must be between 1 and 1048576, was 1048577'",
        "0101 01 00 00 01 01 00 00 0000000000000000 00 01 01 00, must not be empty",
        "0101 01 00 00 01 01 0161 81800161, 'settings must be between 0 and 16384, was 16385'",
        "0101 01 00 00 01 01 0161 00 0000000000000000 00 8080808008 00, 'between 1 and 2147483647, was 2147483648'",
        "0101 01 00 00 01 01 0161 00 0000000000000000 00 01 04, its version does not define: 4",
        "0101 01 00 00 01 01 0161 00 0000000000000000 011b 01 01 00, without control characters",
        FIELDS + " 00, the header has 1 bytes after its last field"
    })
    void theReaderRefusesAHeaderBeyondItsLimits(String fields, String message) throws IOException {
        byte[] file = Parts.header(Format.VERSION, HexFormat.of().parseHex(fields.replace(" ", "")));
        String refused = ReadResult.of(file(), file).refused();
        assertTrue(refused.contains(message), refused);
        assertTrue(refused.startsWith(file().toString()), refused);
    }

    /** Even if the fields of the other version have a completely different format. */
    @ParameterizedTest
    @CsvSource({"1, was 1;", "-1, was 4294967295;", "0, was 0;"})
    void theExceptionNamesAnotherFormatVersion(int version, String message) throws IOException {
        byte[] fields = "anything".getBytes(StandardCharsets.UTF_8);
        String refused = ReadResult.of(file(), Parts.header(version, fields)).refused();
        assertTrue(refused.contains("format version must be 4, " + message), refused);
    }

    /** Otherwise a gap would make the later blocks unreadable. */
    @Test
    void nothingCanBeWrittenAfterTheDiskHasFailed() throws IOException {
        RecordingWriter writer = writer(1, 1);
        writer.tick(1);
        writer.flush();
        writer.tick(2);
        writer.close();
        assertThrows(ClosedChannelException.class, writer::flush);
        String refused =
                assertThrows(IllegalStateException.class, () -> writer.tick(3)).getMessage();
        assertEquals("the recording ended after tick 2 because the disk failed; nothing can follow", refused);
        assertThrows(IllegalStateException.class, () -> writer.end(false, ""));
        writer.flush();
        writer.close();
        assertEquals(List.of("tick 1, hash null: "), ReadResult.of(file()).groups());
    }
}
