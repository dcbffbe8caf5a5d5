package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.RunSettings;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is beyond a limit is neither written nor read, and the message says which limit. */
class LimitsTest {
    /** The right fields of a header: 1 tick a second, a body, no channels, an axis, room for an input, "a", no settings, seed 0, 1, 1, stops. */
    private static final String FIELDS = "0101 01 00 00 01 01 0161 00 0000000000000000 01 01 00";

    @TempDir
    private Path folder;

    private Path path() {
        return folder.resolve("a.recording");
    }

    private RecordingWriter writer() throws IOException {
        Files.deleteIfExists(path());
        return RecordingWriter.create(path(), header(StateLayout.of(1), 1, "a", "", 1, 1), RecordingWriter::newFile);
    }

    private static RecordingHeader header(
            StateLayout layout, int axes, String simulation, String settings, int hashEvery, int mergedTicks) {
        return new RecordingHeader(
                new RunSettings(Ratio.ONE, axes, 1, hashEvery, mergedTicks, false), layout, simulation, settings, 0);
    }

    @Test
    void theLargestHeaderFits() throws IOException {
        String[] names = new String[RecordingHeader.MAX_CHANNELS / 2];
        Arrays.setAll(names, i -> "\u20ac".repeat(65) + "%05d".formatted(i));
        String[] others =
                Arrays.stream(names).map(name -> name.replace('0', 'x')).toArray(String[]::new);
        others[0] = "y";
        StateLayout layout =
                StateLayout.of(StateLayout.MAX_CAPACITY).linear(names).stepped(others);
        RecordingHeader written = header(
                layout,
                RecordingHeader.MAX_AXES,
                "s".repeat(RecordingHeader.MAX_NAME_BYTES),
                "s".repeat(RecordingHeader.MAX_SETTINGS_BYTES),
                Integer.MAX_VALUE,
                Integer.MAX_VALUE);
        try (RecordingWriter writer = RecordingWriter.create(path(), written, RecordingWriter::newFile)) {
            writer.end(true, "");
        }
        assertEquals(written.toString(), RecordingSummary.of(path()).header().toString());
    }

    @Test
    void noHeaderIsMadeBeyondItsLimits() {
        StateLayout one = StateLayout.of(1);
        String longName = "\u20ac".repeat(67);
        String[] names = new String[1_001];
        Arrays.setAll(names, Integer::toString);
        refused("must have at most 200 bytes, had 201", () -> header(one, 1, longName, "", 1, 1));
        refused("id must not be empty", () -> header(one, 1, "", "", 1, 1));
        refused("unpaired surrogate", () -> header(one, 1, "a\ud83d", "", 1, 1));
        refused("must have at most 16384 bytes", () -> header(one, 1, "a", "s".repeat(16_385), 1, 1));
        refused("between 0 and 65536, was 65537", () -> header(one, 65_537, "a", "", 1, 1));
        refused("between 0 and 65536, was -1", () -> header(one, -1, "a", "", 1, 1));
        refused("hashEvery must be between 1", () -> header(one, 1, "a", "", 0, 1));
        refused("mergedTicks must be between 1", () -> header(one, 1, "a", "", 1, 0));
        refused("between 0 and 1000, was 1001", () -> header(one.linear(names), 1, "a", "", 1, 1));
        refused("name of a channel must have at most 200", () -> header(one.linear(longName), 1, "a", "", 1, 1));
        refused("name of a channel must have at most 200", () -> header(one.stepped(longName), 1, "a", "", 1, 1));
        assertThrows(
                NullPointerException.class,
                () -> new RecordingHeader(new RunSettings(null, 1, 1, 1, 1, false), one, "a", "", 0));
    }

    @Test
    void whatNoLiveRunCanHaveIsNotWritten() throws IOException {
        try (RecordingWriter writer = writer()) {
            refused("must have at most 32768 bytes", () -> writer.command(0, new byte[40_000], 32_769));
            assertThrows(IndexOutOfBoundsException.class, () -> writer.command(0, new byte[1], 2));
            assertThrows(IndexOutOfBoundsException.class, () -> writer.command(0, new byte[1], -1));
            assertThrows(NullPointerException.class, () -> writer.time(false, null, 0, 0));
            assertThrows(NullPointerException.class, () -> writer.fault(null));
            refused("below 1, the axes of the recording's header, was 1", () -> writer.axis(1, 0));
            refused("was -1", () -> writer.axis(-1, 0));
            refused("below 1, the axes of the recording's header, was 1", () -> writer.input(false, 1, 0, 0));
            refused("was NaN", () -> writer.axis(0, Float.NaN));
            refused("was Infinity", () -> writer.input(true, 0, Float.POSITIVE_INFINITY, 0));
            refused("between 0 and 1, was NaN", () -> writer.input(true, 0, 0, Double.NaN));
            refused("between 0 and 1, was -4.9E-324", () -> writer.input(true, 0, 0, -Double.MIN_VALUE));
            refused("between 0 and 1, was 1.0", () -> writer.input(true, 0, 0, Math.nextUp(1.0)));
            refused("must not be negative, was -1", () -> writer.time(false, Ratio.ONE, -1, 0));
            refused("above 0, the newest, was 0", () -> writer.tick(0));
            refused("was -9223372036854775808", () -> writer.tick(Long.MIN_VALUE));
            writer.hash(1);
            assertThrows(IllegalStateException.class, () -> writer.hash(2));
            writer.tick(5);
            refused("above 5, the newest, was 5", () -> writer.tick(5));
            refused("was -9223372036854775808", () -> writer.tick(Long.MIN_VALUE));
            writer.end(true, "");
            assertThrows(IllegalStateException.class, () -> writer.tick(6));
            assertThrows(IllegalStateException.class, () -> writer.hash(6));
            assertThrows(IllegalStateException.class, () -> writer.end(true, ""));
            writer.flush();
        }
        assertEquals(new Reading(null, List.of("tick 5, hash 1: "), true, "", null), Reading.of(path()));
    }

    /** Or else what comes later would be behind a gap. */
    @Test
    void nothingFollowsWhereTheDiskHasFailed() throws IOException {
        RecordingWriter writer = writer();
        writer.tick(1);
        writer.flush();
        writer.tick(2);
        writer.close();
        assertThrows(ClosedChannelException.class, writer::flush);
        String refused =
                assertThrows(IllegalStateException.class, () -> writer.tick(3)).getMessage();
        assertEquals("the recording has ended after tick 2, for the disk has failed; nothing can follow", refused);
        assertThrows(IllegalStateException.class, () -> writer.end(false, ""));
        writer.flush();
        writer.close();
        assertEquals(List.of("tick 1, hash null: "), Reading.of(path()).groups());
    }

    @Test
    void textsAreCutAtAWholeCharacter() throws IOException {
        String rocket = "\ud83d\ude80";
        try (RecordingWriter writer = writer()) {
            writer.fault("a".repeat(2_000));
            writer.fault("a".repeat(1_022) + rocket);
            writer.fault("a".repeat(1_023) + rocket);
            writer.fault("a\ud83db");
            writer.fault("a\ud83d");
            writer.tick(1);
            writer.end(true, "\u20ac".repeat(2_000));
        }
        Reading reading = Reading.of(path());
        assertEquals(
                List.of("tick 1, hash null: fault " + "a".repeat(1_024) + "; fault " + "a".repeat(1_022) + "; fault "
                        + "a".repeat(1_023) + "; fault a?b; fault a?"),
                reading.groups());
        assertEquals("\u20ac".repeat(341), reading.endReason());
    }

    @Test
    void theLargestInputFitsWhereverABlockEnds() throws IOException {
        byte[] bytes = new byte[Format.MAX_COMMAND_BYTES];
        for (int left = 0; left < 25; left++) {
            try (RecordingWriter writer = writer()) {
                writer.command(0, bytes, bytes.length);
                writer.command(0, bytes, Format.MAX_PAYLOAD - bytes.length - 2 * 5 - left);
                writer.input(true, Integer.MIN_VALUE, 1, 0.5);
                writer.tick(1);
                writer.end(true, "");
            }
            List<String> groups = Reading.of(path()).groups();
            assertTrue(groups.get(0).endsWith(Reading.input(true, Integer.MIN_VALUE, 1, 0.5)), "left " + left);
        }
    }

    @Test
    void aTickHasAsMuchAsItsLimitAndNoMore() throws IOException {
        byte[] bytes = new byte[Format.MAX_COMMAND_BYTES];
        try (RecordingWriter writer = writer()) {
            int most = Format.MAX_GROUP_BYTES / (bytes.length + 11);
            for (int i = 0; i < most; i++) {
                writer.command(0, bytes, bytes.length);
            }
            writer.tick(1);
            for (int i = 0; i < most; i++) {
                writer.command(0, bytes, bytes.length);
            }
            RecordingException e = assertThrows(RecordingException.class, () -> {
                writer.command(0, bytes, bytes.length);
                writer.command(0, bytes, bytes.length);
            });
            assertTrue(e.getMessage().contains("after tick 1 has come to 16777216 bytes"), e.getMessage());
            assertThrows(RecordingException.class, () -> {
                while (true) {
                    writer.fault("");
                }
            });
            writer.end(false, "too much");
        }
        Reading reading = Reading.of(path());
        assertEquals(1, reading.groups().size());
        assertEquals("too much", reading.endReason());
        assertNull(reading.damage());
    }

    @Test
    void aReaderKeepsNoMoreThanTheLimitForOneTick() throws IOException {
        writer().close();
        byte[] faults = new byte[Format.MAX_PAYLOAD];
        for (int i = 0; i < faults.length; i += 2) {
            faults[i] = 0x60;
        }
        List<byte[]> payloads = new ArrayList<>();
        for (int i = 0; i <= Format.MAX_GROUP_BYTES / faults.length; i++) {
            payloads.add(faults);
        }
        payloads.add(new byte[] {0x70});
        byte[] header = Blocks.of(Files.readAllBytes(path())).header();
        Reading reading = Reading.of(path(), new Blocks(header, payloads).file());
        assertTrue(
                reading.damage().startsWith("what belongs to one tick is more than 16777216 bytes"), reading.damage());
    }

    @ParameterizedTest
    @CsvSource({
        "00, there is no entry of kind 0",
        "90, there is no entry of kind 9",
        "F0, there is no entry of kind 15",
        "11 00 00, flags 1 mean nothing to an entry of kind COMMAND",
        "78, flags 8 mean nothing to an entry of kind TICK",
        "10 00 02 00, a command of 2 bytes goes beyond",
        "10 00 81 80 02, the length of a command is 32769",
        "10 80 80 80 80 10 00, a command's type is 4294967296",
        "10 80 00 00, a number is longer than it has to be",
        "10 FF FF FF FF FF FF FF FF FF 02, a number has more than 64 bits",
        "20 81 08, the length of a text is 1025",
        "60 02 C3 28, a text is not UTF-8",
        "60 03 ED A0 80, a text is not UTF-8",
        "30 01 00 00 00 00, an axis is 1",
        "30 00 00 00 C0 7F, an input's value is NaN",
        "30 00 00 00 80, kind AXIS goes beyond the end of its block",
        "40 02 00 00 00 00, axis 1 is beyond the 1 of the header",
        "40 01 00 00 00 00, axis -1 is beyond the 1 of the header",
        "41 00 00 00 80 7F, an input's value is Infinity",
        "42 00 00 00 00 00 00 00 00 00 00 00 F8 7F, the fraction of a tick is NaN",
        "42 00 00 00 00 00 01 00 00 00 00 00 F0 3F, the fraction of a tick is 1.0000000000000002",
        "42 00 00 00 00 00 01 00 00 00 00 00 00 80, the fraction of a tick is -4.9E-324",
        "42 00 00 00 00 00 00 00 00 00 00 00 00 00, the fraction of a tick is 0.0",
        "50 00 01, a scale is 0",
        "50 02 02, a scale is not in lowest terms: 2/2",
        "50 01 81 94 EB DC 03, a scale is 1000000001",
        "50 01 01 FF FF FF FF FF FF FF FF 00 00 00 00 00 00 00 00, simulation time -1 is before",
        "72 01, the step to a tick is 1",
        "72 FF FF FF FF FF FF FF FF FF 01, the step to a tick is 18446744073709551615",
        "72 FF FF FF FF FF FF FF FF 7F, there is no tick 9223372036854775807 after tick 1",
        "71 00, kind TICK goes beyond the end of its block"
    })
    void whatNoWriterWritesIsNotRead(String entry, String message) throws IOException {
        writer().close();
        byte[] bytes = HexFormat.of().parseHex("70" + entry.replace(" ", ""));
        byte[] header = Blocks.of(Files.readAllBytes(path())).header();
        Reading reading = Reading.of(path(), new Blocks(header, List.of(bytes)).file());
        assertEquals(List.of("tick 1, hash null: "), reading.groups());
        assertTrue(reading.damage().contains(message), reading.damage());
        String start = "the entry at byte " + (header.length + 9) + " makes no sense: ";
        assertTrue(reading.damage().startsWith(start), reading.damage());
    }

    @Test
    void nothingIsReadBehindTheEnd() throws IOException {
        writer().close();
        byte[] header = Blocks.of(Files.readAllBytes(path())).header();
        byte[] bytes = {0x70, (byte) 0x81, 0, 0x70};
        Reading reading = Reading.of(path(), new Blocks(header, List.of(bytes)).file());
        assertEquals(List.of("tick 1, hash null: "), reading.groups());
        assertTrue(
                reading.damage().contains("1 bytes behind its end at byte " + (header.length + 11)), reading.damage());
        assertTrue(!reading.complete() && reading.endReason() == null);
    }

    @ParameterizedTest
    @CsvSource({
        "0201 01, the header ends in the middle of a field",
        "0202 01, the rate is not in lowest terms",
        "0101 00, the capacity is 0",
        "0101 81808008, the capacity is 16777217",
        "0101 01 E907, the number of channels is 1001",
        "0101 01 02 0161 0161, there is a channel \"a\" already",
        "0101 01 01 C901, the length of a channel's name is 201",
        "0101 01 00 00 818004, the number of axes is 65537",
        "0101 01 00 00 01 00, the room for input is 0",
        "0101 01 00 00 01 818040, the room for input is 1048577",
        "0101 01 00 00 01 01 C901, the length of the simulation's id is 201",
        "0101 01 00 00 01 01 00 00 0000000000000000 01 01 00, id must not be empty",
        "0101 01 00 00 01 01 0161 81800161, the length of the simulation's settings is 16385",
        "0101 01 00 00 01 01 0161 00 0000000000000000 00 01 00, the distance of hashes is 0",
        "0101 01 00 00 01 01 0161 00 0000000000000000 01 8080808008 00, the ticks of a step is 2147483648",
        "0101 01 00 00 01 01 0161 00 0000000000000000 01 01 02, flags that mean nothing: 2",
        FIELDS + " 00, the header has 1 bytes too many"
    })
    void noHeaderIsReadBeyondItsLimits(String fields, String message) throws IOException {
        byte[] file = Blocks.header(1, HexFormat.of().parseHex(fields.replace(" ", "")));
        String refused = Reading.of(path(), file).refused();
        assertTrue(refused.contains(message), refused);
        assertTrue(refused.startsWith(path().toString()), refused);
    }

    /** Also where the fields are of another kind altogether. */
    @ParameterizedTest
    @CsvSource({"2, version 2,", "-1, version 4294967295,", "0, version 0,"})
    void otherVersionsAreNamed(int version, String message) throws IOException {
        byte[] fields = "anything".getBytes(StandardCharsets.UTF_8);
        String refused = Reading.of(path(), Blocks.header(version, fields)).refused();
        assertTrue(refused.contains("this is a recording of " + message), refused);
    }

    @Test
    void otherFilesAreNoRecordings() throws IOException {
        for (String text : List.of("", "{", "PK\u0003\u0004 and more than sixteen bytes")) {
            String refused =
                    Reading.of(path(), text.getBytes(StandardCharsets.UTF_8)).refused();
            assertTrue(refused.contains("this is no recording"), refused);
        }
    }

    @Test
    void theFieldsThatTheTestsBreakAreRight() throws IOException {
        byte[] file = Blocks.header(1, HexFormat.of().parseHex(FIELDS.replace(" ", "")));
        Reading reading = Reading.of(path(), file);
        assertNull(reading.refused());
        assertEquals(
                "the file ends at byte " + file.length + ", without an end of the recording; the last good tick is 0",
                reading.damage());
    }

    private static void refused(String message, Executable call) {
        String refused = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(refused.contains(message), refused);
    }
}
