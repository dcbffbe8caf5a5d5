package io.github.freestep.physics.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A reader returns what was written, to the last bit. */
class RoundTripTest extends TempFile {
    static LongStream seeds() {
        return Seeds.first(Thorough.of(4, 40));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void smallRecordingsAreReadAsWritten(long seed) throws IOException {
        ReadResult written = new RandomRecording(file(), seed).write(1 + (int) seed % 60, 8, 100);
        assertEquals(written, ReadResult.of(file()), () -> "seed " + seed);
    }

    /** Groups extend into the next block, and some over several blocks. */
    @ParameterizedTest
    @MethodSource("seeds")
    void largeCommandsAreReadAsWritten(long seed) throws IOException {
        ReadResult written = new RandomRecording(file(), seed).write(30, 40, Format.MAX_COMMAND_BYTES);
        assertTrue(Parts.of(Files.readAllBytes(file())).parts().size() > 2, () -> "seed " + seed);
        assertEquals(written, ReadResult.of(file()), () -> "seed " + seed);
    }

    @Test
    void theSummaryCountsTheEntriesOfWholeTicks() throws IOException {
        try (RecordingWriter writer =
                new RecordingWriter(file(), RandomRecording.header(1), RecordingBlockWriter::newFile)) {
            for (int i = 0; i < 7; i++) {
                writer.fault("");
                if (i < 1) {
                    writer.command(1, new byte[0], 0);
                }
                if (i < 2) {
                    writer.opaqueCommand("a");
                }
                if (i < 3) {
                    writer.axis(0, i);
                }
                if (i < 4) {
                    writer.time(false, Ratio.ONE, i, i);
                }
            }
            for (int i = 0; i < 11; i++) {
                writer.input(i < 5, 0, i, 0);
            }
            writer.hash(0);
            writer.tick(1);
            writer.tick(60_000);
            writer.fault("not counted");
            writer.end(false, "full");
        }
        RecordingSummary summary = RecordingSummary.of(file());
        String obstacle =
                "the command before tick 1 has no written form: a; submit a PortableCommand whose write() succeeds";
        long bytes = Files.size(file());
        assertEquals(
                new RecordingSummary(
                        RandomRecording.header(1),
                        bytes,
                        2,
                        0,
                        60_000,
                        0,
                        obstacle,
                        1,
                        2,
                        3,
                        6,
                        5,
                        4,
                        7,
                        1,
                        0,
                        0,
                        false,
                        "full",
                        null),
                summary);
        assertEquals(Duration.ofSeconds(1_001), summary.length());
    }
}
