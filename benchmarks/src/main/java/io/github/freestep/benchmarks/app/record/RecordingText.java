package io.github.freestep.benchmarks.app.record;

import io.github.freestep.physics.recording.RecordingHeader;
import io.github.freestep.physics.recording.RecordingSummary;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Locale;
import java.util.regex.Pattern;

/** Recordings as people read of them. */
final class RecordingText {
    private static final double KILO = 1_000;
    private static final long MEGABYTE = 1_000_000;
    private static final int MOST = 1_000;

    /** Others, and separators of lines and paragraphs. */
    private static final Pattern UNSAFE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private RecordingText() {}

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
                summary.actions() + summary.pushedAxes() + summary.polledAxes(),
                summary.commands() + summary.opaqueCommands(),
                summary.fileBytes() / KILO);
    }

    /**
     * Text from a file, for a terminal: without control, format (bidirectional too), surrogate and unassigned
     * characters, without line ends of any kind, and no longer than {@value #MOST} characters.
     */
    static String plain(String text) {
        // Cut before it is searched. A pair that is cut in half is replaced, like every other half.
        String most = text.length() <= MOST ? text : text.substring(0, MOST);
        String plain = UNSAFE.matcher(most).replaceAll("?");
        return text.length() <= MOST ? plain : plain + "... (" + (text.length() - MOST) + " characters more)";
    }

    /** A file system says little more than the file, and what is wrong by the kind of the exception. */
    static String why(IOException e) {
        boolean worded = !(e instanceof FileSystemException known) || known.getReason() != null;
        return plain(worded && e.getMessage() != null ? e.getMessage() : e.toString());
    }

    /** Whether a heap that is too small is behind it. */
    static boolean isOfHeap(Throwable e) {
        return e != null && (e instanceof OutOfMemoryError || isOfHeap(e.getCause()));
    }

    /** What to do about that. */
    static String heap() {
        return "its world does not fit into this JVM's heap of "
                + Runtime.getRuntime().maxMemory() / MEGABYTE + " MB; give it a larger one: java -Xmx...";
    }

    /** What is not as it should be; empty if all is there. */
    static String trouble(RecordingSummary summary) {
        if (summary.damage() != null) {
            return "damaged: " + summary.damage();
        }
        return summary.isComplete() ? "" : "not whole: " + summary.endReason();
    }
}
