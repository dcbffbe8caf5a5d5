package io.github.freestep.tools.record;

import io.github.freestep.physics.recording.RecordingHeader;
import io.github.freestep.physics.recording.RecordingSummary;
import io.github.freestep.tools.report.Units;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Formats recordings and their problems for people. */
public final class RecordingText {
    private static final double KILO = 1_000;
    private static final int MOST = 1_000;

    /** Unicode category C (control, format and so on), and separators of lines and paragraphs. */
    private static final Pattern UNSAFE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private RecordingText() {}

    static String line(RecordingSummary summary) {
        RecordingHeader header = summary.header();
        return Units.text(
                "%s (%s, seed %d) at %s Hz: %,d ticks, %.2f s, %,d inputs, %,d commands, %,.1f kB",
                plain(header.simulation()),
                plain(header.settings()),
                header.seed(),
                header.run().rate(),
                summary.lastTick() - summary.firstTick(),
                summary.length().toNanos() / 1e9,
                summary.actions() + summary.pushedAxes() + summary.polledAxes(),
                summary.commands() + summary.opaqueCommands(),
                summary.fileBytes() / KILO);
    }

    /**
     * Makes text from a file safe for a terminal: replaces control, format (also bidirectional), surrogate and
     * unassigned characters and line ends of any kind, and cuts it after {@value #MOST} characters.
     */
    static String plain(String text) {
        // Cut first, so that the search is short. Half a surrogate pair is replaced like every other half.
        String most = text.length() <= MOST ? text : text.substring(0, MOST);
        String plain = UNSAFE.matcher(most).replaceAll("?");
        return text.length() <= MOST ? plain : plain + "... (" + (text.length() - MOST) + " characters more)";
    }

    /** Describes an exception. The message of a file system's exception often is only the name of the file. */
    public static String why(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (e instanceof AccessDeniedException) {
            return "access is denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "there is a file or folder with this name";
        }
        String words = e instanceof FileSystemException known ? known.getReason() : e.getMessage();
        return plain(words == null ? "the file system gives no reason" : words);
    }

    /** Says in one line that a file cannot be read, and why. */
    public static String unread(Path file, IOException e) {
        String why = why(e);
        return why.startsWith(file + ":") ? why : file + " cannot be read: " + why;
    }

    /** Returns what is wrong with the recording; empty if it is complete and undamaged. */
    static String trouble(RecordingSummary summary) {
        if (summary.damage() != null) {
            return "damaged: " + summary.damage();
        }
        return summary.isComplete() ? "" : "incomplete: " + summary.endReason();
    }
}
