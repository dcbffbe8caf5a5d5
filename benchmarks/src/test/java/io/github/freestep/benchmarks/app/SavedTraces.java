package io.github.freestep.benchmarks.app;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The motion traces that a command names in its output. A user wants them to stay; tests must delete theirs. */
public final class SavedTraces {
    private static final String NAMED = "motion trace: ";

    private SavedTraces() {}

    /** The traces that an output names. */
    public static List<Path> in(String output) {
        return output.lines()
                .filter(line -> line.startsWith(NAMED))
                .map(line -> Path.of(line.substring(NAMED.length())))
                .toList();
    }

    /** Deletes the traces that an output names, and their folders if these are then empty. */
    public static void delete(String output) throws IOException {
        for (Path trace : in(output)) {
            Files.deleteIfExists(trace);
            try {
                Files.deleteIfExists(trace.getParent());
            } catch (DirectoryNotEmptyException e) {
                // The folder has a report, or a trace that is deleted next.
                continue;
            }
        }
    }
}
