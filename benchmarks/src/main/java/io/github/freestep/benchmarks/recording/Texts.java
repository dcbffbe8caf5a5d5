package io.github.freestep.benchmarks.recording;

import io.github.freestep.physics.recording.RecordingHeader;
import io.github.freestep.physics.recording.RecordingSummary;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Locale;

/** Recordings as people read of them. */
final class Texts {
    private static final double KILO = 1_000;

    private Texts() {}

    static String line(RecordingSummary summary) {
        RecordingHeader header = summary.header();
        return String.format(
                Locale.ROOT,
                "%s (%s, seed %d) at %s Hz: %,d ticks, %.2f s, %,d inputs, %,d commands, %,.1f kB",
                plain(header.simulation()),
                plain(header.settings()),
                header.seed(),
                header.run().rate(),
                summary.lastTick(),
                summary.seconds(),
                summary.edges() + summary.moves() + summary.axes(),
                summary.commands() + summary.opaqueCommands(),
                summary.fileBytes() / KILO);
    }

    /** What a file says, without what a terminal would obey. */
    static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** A file system says little more than the file, and what is wrong by the kind of the exception. */
    static String why(IOException e) {
        return e instanceof FileSystemException ? e.toString() : e.getMessage();
    }

    /** What is not as it should be; empty if all is there. */
    static String trouble(RecordingSummary summary) {
        if (summary.damage() != null) {
            return "damaged: " + summary.damage();
        }
        return summary.complete() ? "" : "not whole: " + summary.endReason();
    }
}
