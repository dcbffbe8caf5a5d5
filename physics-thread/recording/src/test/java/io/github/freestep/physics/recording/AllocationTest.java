package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.testing.Allocations;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class AllocationTest extends TempFile {

    private static final Ratio HALF = Ratio.of(1, 2);

    private final byte[] bytes = new byte[30];
    private RecordingWriter writer;
    private RecordingReader reader;
    private RecordingReader.Mark start;
    private long tick;
    private long sum;

    @Test
    void writingAllocatesNothing() throws IOException {
        try (RecordingWriter written =
                new RecordingWriter(file(), RandomRecording.header(1), RecordingBlockWriter::newFile)) {
            writer = written;
            assertEquals(0, Allocations.of(this::write));
        }
    }

    @Test
    void readingAllocatesLessThanAByteForATick() throws IOException {
        try (RecordingWriter written =
                new RecordingWriter(file(), RandomRecording.header(1), RecordingBlockWriter::newFile)) {
            writer = written;
            for (int i = 0; i < 5_000; i++) {
                writeWithoutText();
            }
            written.end(true, "");
        }
        try (RecordingReader opened = new RecordingReader(file())) {
            reader = opened;
            start = opened.beginning();
            assertTrue(Allocations.of(this::read) < 5_000);
        }
        assertTrue(sum > 0);
    }

    @Test
    void aKeyframeAllocatesNothingOnceTheBufferHasGrown() {
        BallWorld.Savable world = new BallWorld.Savable();
        try (InlineStepper stepper = KeyframeRun.stepper(world)) {
            KeyframeSaver saver = new KeyframeSaver(Inside.of(stepper.events()).context(), 1, 0, 1 << 20);
            long[] at = {0};
            assertEquals(0, Allocations.of(() -> {
                if (saver.isDue(++at[0])) {
                    saver.save(at[0]);
                    saver.written();
                }
            }));
            assertTrue(at[0] > 0 && saver.buffer.length() > 8 * BallWorld.BALLS);
        }
    }

    private void write() {
        try {
            writeWithoutText();
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
            if (reader.tick == tick) {
                reader.reset(start);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
