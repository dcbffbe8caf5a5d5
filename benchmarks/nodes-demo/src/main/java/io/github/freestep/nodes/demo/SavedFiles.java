package io.github.freestep.nodes.demo;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The saves of a store in a folder, which this damages from outside the nodes. For one thread. */
record SavedFiles(Path folder) {
    private static final String SAVE = ".save";

    /** Damages the newest save of a room that no node saves meanwhile. */
    void flip(int room) throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve(Integer.toString(room)))) {
            Path newest = all.filter(each -> each.toString().endsWith(SAVE))
                    .max(Comparator.comparingLong(SavedFiles::owner))
                    .orElseThrow();
            try (RandomAccessFile file = new RandomAccessFile(newest.toFile(), "rw")) {
                long at = file.length() - 1;
                file.seek(at);
                int last = file.read();
                file.seek(at);
                file.write(~last);
            }
        }
    }

    private static long owner(Path save) {
        return Long.parseLong(save.getFileName().toString().replace(SAVE, ""));
    }
}
