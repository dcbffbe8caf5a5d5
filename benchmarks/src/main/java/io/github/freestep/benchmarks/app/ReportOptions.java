package io.github.freestep.benchmarks.app;

import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The options {@code --report} and {@code --json}, and the files that they ask for. Not thread-safe. */
public class ReportOptions {
    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Write a page with charts, and all figures as JSON, to this folder.")
    private Path report;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON to this file.")
    private Path json;

    private final List<ReportFile> jsonFiles = new ArrayList<>();
    private ReportFile page;

    /**
     * Checks before the run that the files can be written, so that no run of an hour ends without its report.
     *
     * @param name the name of the files in the folder, without {@code .html} and {@code .json}
     * @throws IllegalArgumentException if a file cannot be written
     */
    public ReportOptions check(String name) {
        // Make the folder first, because the other file may go into it.
        if (report != null) {
            ReportFile.makeFolder(report);
            page = new ReportFile("--report", report.resolve(name + ".html"));
            jsonFiles.add(new ReportFile("--report", report.resolve(name + ".json")));
        }
        if (json != null) {
            jsonFiles.add(new ReportFile("--json", json));
        }
        return this;
    }

    /** Writes the files that the user asked for, and makes only the contents of these. */
    public void write(Supplier<String> html, Supplier<Object> figures) throws IOException {
        if (!jsonFiles.isEmpty()) {
            String text = Json.write(figures.get()) + System.lineSeparator();
            for (ReportFile file : jsonFiles) {
                file.write(text);
            }
        }
        if (page != null) {
            page.write(html.get());
        }
    }

    /** Returns a line that says where the page is; empty if the user asked for none. */
    public String where() {
        return page == null ? "" : "report: " + page + System.lineSeparator();
    }
}
