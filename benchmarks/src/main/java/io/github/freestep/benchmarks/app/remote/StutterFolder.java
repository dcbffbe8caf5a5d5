package io.github.freestep.benchmarks.app.remote;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A new temporary folder for motion traces, which is deleted at the end if it is empty. For one thread. */
final class StutterFolder implements AutoCloseable {
    private final Path folder;

    StutterFolder() throws IOException {
        folder = Files.createTempDirectory("freestep-watch");
    }

    Path path() {
        return folder;
    }

    /** The files that are still there. */
    static List<Path> files(List<Path> saved) {
        return saved.stream().filter(Files::exists).toList();
    }

    @Override
    public void close() throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            // It has a trace, whose name was printed.
            return;
        }
    }
}
