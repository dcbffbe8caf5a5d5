package io.github.freestep.benchmarks.app.stress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where motion traces go: to the folder of the report, or to a temporary folder that is made for the first trace.
 * Thread-safe.
 */
final class TraceFolder {
    private Path folder;

    /** Creates it with the folder of the report; null if there is no report. */
    TraceFolder(Path report) {
        folder = report;
    }

    /** The file for a reader's trace. Deletes that of an earlier run, whose report is overwritten as well. */
    synchronized Path file(String reader) throws IOException {
        if (folder == null) {
            folder = Files.createTempDirectory("freestep-stress");
        }
        Path file = folder.resolve(reader.replaceAll("\\W+", "-").replaceAll("-$", "") + ".motion");
        Files.deleteIfExists(file);
        return file;
    }
}
