package io.github.freestep.benchmarks.app;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The motion traces that a command names in its output. They stay, because a user wants them. Those of tests must not. */
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

    /** Deletes them, and their folders if these are then empty. */
    public static void delete(String output) throws IOException {
        for (Path trace : in(output)) {
            Files.deleteIfExists(trace);
            try {
                Files.deleteIfExists(trace.getParent());
            } catch (DirectoryNotEmptyException e) {
                // The folder of a report, or of another trace that comes next.
                continue;
            }
        }
    }
}
