package io.github.freestep.benchmarks.stress;

import io.github.freestep.benchmarks.report.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.BiFunction;

/** A file that the run is to leave, known to be writable before it begins. */
final class ReportFile {
    private final Path file;
    private final BiFunction<StressRun, Verdict, String> content;

    private ReportFile(String option, Path file, BiFunction<StressRun, Verdict, String> content) {
        this.file = file;
        this.content = content;
        check(option);
    }

    static ReportFile json(String option, Path file) {
        return new ReportFile(
                option, file, (run, verdict) -> Json.write(JsonReport.of(run, verdict)) + System.lineSeparator());
    }

    static ReportFile html(String option, Path file) {
        return new ReportFile(option, file, HtmlReport::of);
    }

    static void makeFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--report is " + folder + ", and no such folder can be made (" + e + "); give one that can");
        }
    }

    /** What is there stays as it is until there is something better. */
    private void check(String option) {
        try {
            boolean there = Files.exists(file);
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    .close();
            if (!there) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    option + " wants to write " + file + ", which can't be done (" + e + "); give another place");
        }
    }

    void write(StressRun run, Verdict verdict) throws IOException {
        Files.writeString(file, content.apply(run, verdict));
    }
}
