package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Allocations;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllocationTest {
    /** Bytes that refusing any small file may allocate: for paths, channels, messages, stack traces. */
    private static final long BOUND = 50_000;

    private static final Ratio HALF = Ratio.of(1, 2);

    @TempDir
    private Path folder;

    private final byte[] bytes = new byte[30];
    private RecordingWriter writer;
    private RecordingReader reader;
    private RecordingReader.Mark start;
    private long tick;
    private long sum;

    private Path path() {
        return folder.resolve("a.recording");
    }

    @Test
    void writingAllocatesNothing() throws IOException {
        try (RecordingWriter written =
                RecordingWriter.create(path(), RandomRecording.header(1), RecordingWriter::newFile)) {
            writer = written;
            assertEquals(0, Allocations.of(this::write));
        }
    }

    @Test
    void readingAllocatesNothing() throws IOException {
        try (RecordingWriter written =
                RecordingWriter.create(path(), RandomRecording.header(1), RecordingWriter::newFile)) {
            writer = written;
            for (int i = 0; i < 5_000; i++) {
                writeWithoutText();
            }
            written.end(true, "");
        }
        try (RecordingReader opened = RecordingReader.open(path())) {
            reader = opened;
            start = opened.mark();
            assertEquals(0, Allocations.of(this::read));
        }
        assertTrue(sum > 0);
    }

    private void write() {
        try {
            writeWithoutText();
            writer.opaqueCommand("io.github.freestep.Example\u00e4");
            writer.fault("no");
            writer.tick(++tick);
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeWithoutText() throws IOException {
        writer.command(1, bytes, bytes.length);
        writer.axis(1, 2);
        writer.input(true, 3, 4, 0.5);
        writer.time(false, HALF, 1, 2);
        writer.hash(tick);
        tick += 2;
        writer.tick(tick);
    }

    /** Reads the ticks in a loop, but never the end, because its text is allocated. */
    private void read() {
        try {
            assertTrue(reader.next());
            for (Entry entry = reader.nextEntry(); entry != null; entry = reader.nextEntry()) {
                sum += entry.length;
            }
            if (reader.tick() == tick) {
                reader.reset(start);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sets each length field in turn to a value as large as possible, with valid checksums where there are any. */
    @Test
    void falseLengthsAllocateNothing() throws IOException {
        new RandomRecording(path(), 1).write(5, 5, 5);
        byte[] right = Files.readAllBytes(path());
        List<byte[]> files = new ArrayList<>();
        int header = Blocks.split(right).get(0).length;
        for (int at : new int[] {12, header, header + 4}) {
            for (int top : new int[] {0x7F, 0xFF, 0x01}) {
                byte[] wrong = right.clone();
                Arrays.fill(wrong, at, at + 3, (byte) 0xFF);
                wrong[at + 3] = (byte) top;
                files.add(wrong);
            }
        }
        byte[] allowed = right.clone();
        Arrays.fill(allowed, header + 4, header + 6, (byte) 0xFF);
        files.add(allowed);
        byte[] longest = {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x07};
        byte[] limit = {(byte) 0xFF, (byte) 0xFF, 0x01};
        byte[] textLimit = {(byte) 0x80, 0x08};
        for (byte[] length : List.of(longest, limit, textLimit)) {
            // 1 body; the numbers of channels; their names; the texts.
            for (String before :
                    List.of("0101 01", "0101 01 00", "0101 01 01", "0101 01 0000 00 01", "0101 01 0000 00 01 0161")) {
                files.add(Blocks.header(Format.VERSION, joined(before, length)));
            }
            for (String before : List.of("1000", "20", "60", "80", "81")) {
                files.add(new Blocks(Blocks.of(right).header(), List.of(joined(before, length))).file());
            }
        }
        for (byte[] file : files) {
            refuse(file);
        }
    }

    private static byte[] joined(String before, byte[] after) {
        byte[] start = HexFormat.of().parseHex(before.replace(" ", ""));
        byte[] all = Arrays.copyOf(start, start.length + after.length);
        System.arraycopy(after, 0, all, start.length, after.length);
        return all;
    }

    /** Reads the file twice, because the first time may load classes. */
    private void refuse(byte[] file) throws IOException {
        assertTrue(ReadResult.of(path(), file).noticed());
        long before = Allocations.by(Thread.currentThread().getId());
        ReadResult reading = ReadResult.of(path());
        long allocated = Allocations.by(Thread.currentThread().getId()) - before;
        assertNotNull(reading.refused() != null ? reading.refused() : reading.damage());
        assertTrue(allocated < BOUND, allocated + " bytes for " + reading);
    }
}
