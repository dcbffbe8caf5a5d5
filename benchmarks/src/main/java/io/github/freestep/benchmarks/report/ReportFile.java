package io.github.freestep.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that a run is to leave, known to be writable before it begins. Nothing of it is there until it is written. */
public final class ReportFile {
    private final String option;
    private final Path file;

    /**
     * Tries whether it can be written.
     *
     * @param option that asks for it, to be named if it can't
     * @param file where
     * @throws IllegalArgumentException if it can't be written
     */
    public ReportFile(String option, Path file) {
        this.option = option;
        this.file = file;
        check();
    }

    /**
     * Makes the folder for the files of {@code --report}.
     *
     * @param folder where
     * @throws IllegalArgumentException if it can't be made
     */
    public static void makeFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--report is \"" + folder + "\", and no such folder can be made (" + e + "); give one that can");
        }
    }

    /** What is there stays as it is until there is something better. */
    private void check() {
        try {
            boolean there = Files.exists(file);
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    .close();
            if (!there) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    option + " wants to write \"" + file + "\", which can't be done (" + e + "); give another place");
        }
    }

    /**
     * Writes it.
     *
     * @param content all of it
     * @throws IOException if that fails in spite of all, as on a disk that is full; names the file
     */
    public void write(String content) throws IOException {
        try {
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new IOException("\"" + file + "\" could not be written (" + e + ")", e);
        }
    }
}
