package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader notices all damage, and returns nothing from the damaged byte on. */
class DamageTest {
    private static final int TICKS = 30;

    @TempDir
    private Path folder;

    private Path path;
    private byte[] bytes;
    private ReadResult whole;

    @BeforeEach
    void write() throws IOException {
        path = folder.resolve("a.recording");
        // The first random recording that has all kinds of entries, and some blocks.
        long seed = 1;
        do {
            new RandomRecording(path, seed++).write(TICKS, 6, 10);
            bytes = Files.readAllBytes(path);
            whole = ReadResult.of(path);
            assertFalse(whole.noticed());
        } while (!hasAllKinds() || Blocks.split(bytes).size() <= 3);
    }

    private boolean hasAllKinds() {
        String all = String.join("\n", whole.groups());
        return Stream.of("command", "opaque", "axis", "input true", "input false", "time", "fault")
                .allMatch(all::contains);
    }

    @Test
    void everyDamagedByteIsNoticed() throws IOException {
        for (int at = 0; at < bytes.length; at++) {
            byte right = bytes[at];
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                damage(at, right, right ^ 1 << bit);
            }
            damage(at, right, 0);
            damage(at, right, 0xFF);
        }
    }

    private void damage(int at, byte right, int wrong) throws IOException {
        if ((byte) wrong == right) {
            return;
        }
        bytes[at] = (byte) wrong;
        requireNoticed(bytes, "byte " + at + " is " + wrong);
        bytes[at] = right;
    }

    @Test
    void everyTruncationIsNoticed() throws IOException {
        for (int length = 0; length < bytes.length; length++) {
            ReadResult reading = requireNoticed(Arrays.copyOf(bytes, length), "cut at " + length);
            assertTrue(reading.refused() != null || reading.damage().contains("last good tick is"), reading::damage);
        }
    }

    /** No more, and no less. */
    @Test
    void aTruncatedFileIsReadUpToItsLastWholeBlock() throws IOException {
        int end = 0;
        int groups = 0;
        for (byte[] block : Blocks.split(bytes)) {
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
        ReadResult reading = requireNoticed(Arrays.copyOf(bytes, bytes.length + 1), "one extra byte");
        assertEquals(whole.groups(), reading.groups());
        assertTrue(
                reading.damage().contains("end at byte " + (bytes.length - 4) + ", but 1 bytes do"), reading.damage());

        Blocks blocks = Blocks.of(bytes);
        blocks.payloads().add(new byte[] {0x70});
        assertEquals(
                whole.groups(), requireNoticed(blocks.file(), "one extra block").groups());
    }

    @Test
    void swappedRepeatedAndMissingBlocksAreNoticed() throws IOException {
        List<byte[]> parts = Blocks.split(bytes);
        for (int i = 1; i < parts.size(); i++) {
            List<byte[]> repeated = new ArrayList<>(parts);
            repeated.add(i, parts.get(i));
            requireNoticed(Blocks.join(repeated), "block " + i + " is repeated");
            List<byte[]> less = new ArrayList<>(parts);
            less.remove(i);
            requireNoticed(Blocks.join(less), "block " + i + " is missing");
            for (int j = i + 1; j < parts.size(); j++) {
                List<byte[]> swapped = new ArrayList<>(parts);
                Collections.swap(swapped, i, j);
                requireNoticed(Blocks.join(swapped), "blocks " + i + " and " + j + " are swapped");
            }
        }
    }

    /** Even with valid checksums. */
    @Test
    void aWrongBlockNumberIsNoticed() throws IOException {
        for (int first : new int[] {0, 2, -2}) {
            ReadResult reading = requireNoticed(Blocks.of(bytes).file(first), "first is " + first);
            String number = "its number is " + Integer.toUnsignedString(first);
            assertTrue(reading.damage().contains(number), reading.damage());
        }
    }

    /**
     * Each block is intact and has the right number; only the preceding checksum reveals that it does not belong here.
     */
    @Test
    void blocksOfAnotherRecordingAreNoticed() throws IOException {
        Path other = folder.resolve("other");
        new RandomRecording(other, 1_000).write(TICKS, 6, 10);
        List<byte[]> others = Blocks.split(Files.readAllBytes(other));
        List<byte[]> parts = Blocks.split(bytes);
        for (int i = 0; i < Math.min(parts.size(), others.size()); i++) {
            List<byte[]> one = new ArrayList<>(parts);
            one.set(i, others.get(i));
            ReadResult reading = ReadResult.of(path, Blocks.join(one));
            assertTrue(reading.noticed(), "block " + i);
            assertTrue(reading.startsLike(whole), "block " + i);
        }
    }

    @Test
    void theMessageNamesTheBlockItsPositionAndTheLastGoodTick() throws IOException {
        List<byte[]> parts = Blocks.split(bytes);
        int at = parts.get(0).length + parts.get(1).length;
        bytes[at + 9] ^= 1;
        ReadResult reading = requireNoticed(bytes, "block 2");
        long tick =
                Long.parseLong(reading.groups().get(reading.groups().size() - 1).split("[ ,]")[1]);
        assertEquals(
                "block 2 at byte " + at + " is damaged, or belongs to another place or recording: its checksum does not"
                        + " match; the last good tick is " + tick,
                reading.damage());
    }

    private ReadResult requireNoticed(byte[] damaged, String how) throws IOException {
        ReadResult reading = ReadResult.of(path, damaged);
        assertTrue(reading.noticed(), how);
        assertFalse(reading.complete(), how);
        assertTrue(reading.startsLike(whole), how);
        return reading;
    }

    /** The first mark that is not at the start of a block, so that a reset reads the block again. */
    private static RecordingReader.Mark withinABlock(RecordingReader reader) throws IOException {
        RecordingReader.Mark mark;
        do {
            assertTrue(reader.next());
            mark = reader.mark();
        } while (mark.offset() == 0);
        return mark;
    }

    @Test
    void resetNoticesThatTheFileHasChanged() throws IOException {
        try (RecordingReader reader = RecordingReader.open(path)) {
            RecordingReader.Mark mark = withinABlock(reader);
            bytes[(int) mark.block().position() + 8] ^= 1;
            ReadResult.write(path, bytes);
            assertThrows(RecordingException.class, () -> reader.reset(mark));
            assertFalse(reader.next());
            assertNull(reader.nextEntry());
            assertTrue(reader.damage().contains("changed since the mark was made"), reader.damage());
        }
    }

    /** The reader does not treat the I/O error as the end of the recording. */
    @Test
    void anUnreadableFileIsDamageAndNotTheEnd() throws IOException {
        RecordingReader reader = RecordingReader.open(path);
        reader.close();
        assertThrows(ClosedChannelException.class, reader::next);
        assertFalse(reader.next());
        assertFalse(reader.isComplete());
        assertTrue(reader.damage().contains("can't be read"), reader.damage());
    }
}
