package io.github.freestep.nodes.demo;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Damages the files of a store in a folder. */
record FolderFaults(Path folder) implements StoreFaults {
    private static final String SAVE = ".save";

    @Override
    public void flip(int room) throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve(Integer.toString(room)))) {
            Path newest = all.filter(each -> each.toString().endsWith(SAVE))
                    .max(Comparator.comparingLong(FolderFaults::owner))
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
