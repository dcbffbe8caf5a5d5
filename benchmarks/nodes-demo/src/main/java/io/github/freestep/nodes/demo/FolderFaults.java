package io.github.freestep.nodes.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Fills the disk of a store in a folder, and damages its files. */
record FolderFaults(Path folder, boolean mayFill) implements StoreFaults {
    /** A larger disk is not filled, because it takes long, and others may need it. */
    private static final long MOST_BYTES = 64 << 20;

    private static final int BLOCK_BYTES = 4_096;

    private static final String SAVE = ".save";

    @Override
    public boolean canFail() throws IOException {
        long total = Files.getFileStore(folder).getTotalSpace();
        return mayFill && total > 0 && total <= MOST_BYTES; // some do not know their size
    }

    @Override
    public String failure() {
        return "full disk";
    }

    @Override
    public boolean stopsRooms() {
        return false;
    }

    @Override
    public void fail() {
        try (OutputStream out = Files.newOutputStream(filler())) {
            // Some never fill up with zeros.
            for (long written = 0; written <= MOST_BYTES; written += BLOCK_BYTES) {
                out.write(new byte[BLOCK_BYTES]);
            }
        } catch (IOException full) {
            // This is the fault.
        }
    }

    @Override
    public void recover() throws IOException {
        Files.deleteIfExists(filler());
    }

    private Path filler() {
        return folder.resolve("filler");
    }

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
