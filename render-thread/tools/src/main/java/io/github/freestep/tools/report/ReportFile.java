package io.github.freestep.tools.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that a run writes at its end. It is checked before the run, and is not created until it is written. */
public final class ReportFile {
    private final String option;
    private final Path file;

    /**
     * Checks that the file can be written.
     *
     * @param option the option that asks for the file, for the message of the exception
     * @throws IllegalArgumentException if the file cannot be written
     */
    public ReportFile(String option, Path file) {
        this.option = option;
        this.file = file;
        // Without changing an existing file, so that a failed run does not destroy the previous report.
        try {
            boolean there = Files.exists(file);
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    .close();
            if (!there) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    option + " must name a place that can be written, was \"" + file + "\" (" + e + ")");
        }
    }

    /**
     * Creates the folder of {@code --report}.
     *
     * @throws IllegalArgumentException if it cannot be created
     */
    public static void makeFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--report must be a folder that can be created, was \"" + folder + "\" (" + e + ")");
        }
    }

    /** Returns the absolute path. */
    @Override
    public String toString() {
        return file.toAbsolutePath().normalize().toString();
    }

    /**
     * Writes the whole file.
     *
     * @throws IOException if it cannot be written after all, for example because the disk is full; the message names
     *     the file
     */
    public void write(String content) throws IOException {
        try {
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new IOException("\"" + file + "\" could not be written (" + e + ")", e);
        }
    }
}
