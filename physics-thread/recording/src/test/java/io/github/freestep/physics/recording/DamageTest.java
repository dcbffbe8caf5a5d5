package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A reader notices all damage, and returns nothing from the damaged byte on. {@link ReadResult} lets only documented
 * exceptions pass.
 */
class DamageTest {
    private static final int TICKS = 30;
    private static final int SPLICES = 1_000;

    /** What is in a file: blocks of all kinds of entries, or blocks and keyframes. */
    enum Content {
        ENTRIES,
        KEYFRAMES
    }

    @TempDir
    private Path folder;

    private Path path;
    private byte[] bytes;
    private ReadResult whole;
    private List<Parts.Part> keyframes;

    private void write(Content content) throws IOException {
        path = folder.resolve("a.recording");
        if (content == Content.ENTRIES) {
            writeEntries();
            return;
        }
        writeKeyframes(TICKS);
        assertFalse(keyframes.isEmpty());
    }

    private void writeKeyframes(int ticks) throws IOException {
        Files.deleteIfExists(path);
        KeyframeRun.record(path, new BallWorld.Savable(), ticks, Duration.ofMillis(10));
        read();
    }

    private void read() throws IOException {
        bytes = Files.readAllBytes(path);
        keyframes = Parts.of(bytes).keyframes();
        whole = ReadResult.of(path);
        assertFalse(whole.noticed());
    }

    private boolean isInKeyframe(int at) {
        return keyframes.stream()
                .anyMatch(part -> at >= part.position() && at < part.position() + part.content().length);
    }

    /** Writes the first random recording that has all kinds of entries, and some blocks. */
    private void writeEntries() throws IOException {
        long seed = 1;
        do {
            new RandomRecording(path, seed++).write(TICKS, 6, 10);
            read();
        } while (!hasAllKinds() || Parts.split(bytes).size() <= 3);
    }

    private boolean hasAllKinds() {
        String all = String.join("\n", whole.groups());
        return Stream.of("command", "opaque", "axis", "input true", "input false", "time", "fault", "player")
                .allMatch(all::contains);
    }

    @ParameterizedTest
    @EnumSource
    void everyDamagedByteIsNoticed(Content content) throws IOException {
        write(content);
        for (int at = 0; at < bytes.length; at++) {
            byte right = bytes[at];
            for (int bit = at % 3; bit < Byte.SIZE; bit += Thorough.of(Byte.SIZE, 3)) {
                damage(at, right, right ^ 1 << bit);
            }
            damage(at, right, 0);
        }
    }

    private void damage(int at, byte right, int wrong) throws IOException {
        if ((byte) wrong == right) {
            return;
        }
        bytes[at] = (byte) wrong;
        String how = "byte " + at + " is " + wrong;
        if (isInKeyframe(at)) {
            assertEquals(whole, ReadResult.of(path, bytes), how);
            assertEquals(1, RecordingSummary.of(path).damagedKeyframes(), how);
        } else {
            requireNoticed(bytes, how);
        }
        bytes[at] = right;
    }

    @ParameterizedTest
    @EnumSource
    void everyTruncationIsNoticed(Content content) throws IOException {
        write(content);
        for (int length = 0; length < bytes.length; length++) {
            ReadResult reading = requireNoticed(Arrays.copyOf(bytes, length), "cut at " + length);
            assertTrue(reading.refused() != null || reading.damage().contains("last good tick is"), reading::damage);
        }
    }

    /** No more, and no less. */
    @Test
    void aTruncatedFileIsReadUpToItsLastWholeBlock() throws IOException {
        write(Content.ENTRIES);
        int end = 0;
        int groups = 0;
        for (byte[] block : Parts.split(bytes)) {
            int before = end;
            end += block.length;
            if (before > 0) {
                assertEquals(
                        groups,
                        ReadResult.of(path, Arrays.copyOf(bytes, end - 1))
                                .groups()
                                .size());
            }
            groups = ReadResult.of(path, Arrays.copyOf(bytes, end)).groups().size();
        }
        assertEquals(TICKS, groups);
    }

    @Test
    void bytesAfterTheEndAreNoticed() throws IOException {
        write(Content.ENTRIES);
        ReadResult reading = requireNoticed(Arrays.copyOf(bytes, bytes.length + 1), "one extra byte");
        assertEquals(whole.groups(), reading.groups());
        assertTrue(reading.damage().contains("end at byte " + bytes.length + ", but 1 bytes do"), reading.damage());

        Parts blocks = Parts.of(bytes);
        blocks.parts().add(new Parts.Part(0, new byte[] {0x70}, 0));
        assertEquals(
                whole.groups(), requireNoticed(blocks.file(), "one extra block").groups());
    }

    /**
     * Each piece is intact, and may have the right number; only the preceding checksum reveals that it does not belong
     * here. The two recordings begin alike, so a splice within that beginning is a valid file: one of the two.
     */
    @ParameterizedTest
    @EnumSource
    void aSpliceOfTwoFilesIsReadAsTheBeginningOfOneOfThem(Content content) throws IOException {
        path = folder.resolve("spliced");
        Random random = Seeds.random(1);
        List<List<byte[]>> files = new ArrayList<>();
        List<ReadResult> readings = new ArrayList<>();
        for (int ticks : new int[] {2 * TICKS, TICKS}) {
            if (content == Content.ENTRIES) {
                new RandomRecording(path, 1).write(ticks, 6, 20);
                read();
            } else {
                writeKeyframes(ticks);
            }
            files.add(Parts.split(bytes));
            readings.add(whole);
        }
        for (int round = 0; round < SPLICES; round++) {
            List<byte[]> first = files.get(0);
            List<byte[]> spliced = new ArrayList<>(first.subList(0, 1 + random.nextInt(first.size() - 1)));
            for (int i = random.nextInt(5); i >= 0; i--) {
                List<byte[]> from = files.get(random.nextInt(2));
                int at = random.nextBoolean() ? spliced.size() : random.nextInt(from.size());
                spliced.add(from.get(Math.min(at, from.size() - 1)));
            }
            ReadResult reading = ReadResult.of(path, Parts.join(spliced));
            String where = "round " + round;
            assertTrue(readings.stream().anyMatch(reading::startsLike), where);
            assertTrue(reading.noticed() || readings.contains(reading), where);
        }
    }

    /** Even with valid checksums. */
    @Test
    void aWrongBlockNumberIsNoticed() throws IOException {
        write(Content.ENTRIES);
        for (int first : new int[] {0, 2, -2}) {
            ReadResult reading = requireNoticed(Parts.of(bytes).file(first), "first is " + first);
            String number = "its number is " + Integer.toUnsignedString(first);
            assertTrue(reading.damage().contains(number), reading.damage());
        }
    }

    /** The length of a hostile keyframe is compared with the file before anything is allocated for it. */
    @Test
    void aFalseLengthIsRefused() throws IOException {
        write(Content.KEYFRAMES);
        List<Parts.Part> parts = Parts.of(bytes).parts();
        Parts.Part first =
                parts.stream().filter(part -> part.tick() > 0).findFirst().orElseThrow();
        int frame = first.position() - 24;
        Parts.Part before = parts.get(parts.indexOf(first) - 1);
        int sumBefore = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(before.position() - 4);
        for (int length : new int[] {0, -1, Integer.MAX_VALUE, Format.MAX_KEYFRAME_BYTES, bytes.length}) {
            ReadResult reading = ReadResult.of(path, withLength(bytes.clone(), sumBefore, frame, length));
            assertTrue(reading.startsLike(whole), "length " + length);
            assertTrue(reading.damage().contains(" at byte " + frame), reading.damage());
            assertEquals(0, RecordingSummary.of(path).keyframes());
        }
    }

    /** Sets the length in a frame, with a valid checksum of the frame. */
    private static byte[] withLength(byte[] file, int sumBefore, int frame, int length) {
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(frame + 4, length);
        CRC32C crc = new CRC32C();
        ByteBuffer before = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
        crc.update(before.putInt(sumBefore).array());
        crc.update(file, frame, 20);
        return bytes.putInt(frame + 20, (int) crc.getValue()).array();
    }

    private ReadResult requireNoticed(byte[] damaged, String how) throws IOException {
        ReadResult reading = ReadResult.of(path, damaged);
        assertTrue(reading.noticed(), how);
        assertFalse(reading.complete(), how);
        assertTrue(reading.startsLike(whole), how);
        return reading;
    }

    /** The reader does not treat the I/O error as the end of the recording. */
    @Test
    void anUnreadableFileIsDamageAndNotTheEnd() throws IOException {
        write(Content.ENTRIES);
        RecordingReader reader = new RecordingReader(path);
        reader.close();
        assertThrows(ClosedChannelException.class, reader::next);
        assertFalse(reader.next());
        assertFalse(reader.isComplete);
        assertTrue(reader.damage.contains("can't be read"), reader.damage);
    }

    /**
     * With a heap of 64 MB. An undocumented exception or an {@code OutOfMemoryError} ends that JVM with a stack trace.
     */
    @Test
    void changedRecordingsAreRefusedOrReplayedUpToTheFirstInvalidEntry() throws Exception {
        long seed = Seeds.first(1).findFirst().getAsLong();
        String out = OtherProcess.with("-Xmx64m")
                .start(
                        FuzzRun.class,
                        folder.toString(),
                        Long.toString(seed),
                        Integer.toString(Thorough.of(250, 4_000)));
        for (FuzzRun.Outcome outcome : FuzzRun.Outcome.values()) {
            assertTrue(out.contains(outcome + "="), () -> outcome + " did not occur: " + out);
        }
    }
}
