package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.report.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of all measurements in interleaved rounds. Not thread-safe. */
final class RoundOptions {
    @Option(
            names = "--rate",
            paramLabel = "HZ",
            description = "Ticks per second, 1 to 1000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 1_000)
    int rate = 100;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Seconds that a row runs in a round, 1 to 3600. Default: ${DEFAULT-VALUE}.")
    @Range(max = 3_600)
    int seconds = 5;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Rounds of each row, 1 to 1000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 1_000)
    int rounds = 5;

    @Option(
            names = "--rows",
            paramLabel = "ROW",
            split = ",",
            description = "Run only these rows, by their names in the table. Default: all.")
    List<String> labels;

    /** Long enough for the JIT compilers to finish. */
    @Option(names = "--warm-up", hidden = true, description = "Warm-up of each row, in milliseconds.")
    @Range(max = 60_000)
    int warmUpMillis = 2_000;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON to this file.")
    private Path json;

    /** Writes the figures to the file that the user asked for, if any. */
    void write(Object figures) throws IOException {
        if (json != null) {
            Files.writeString(json, Json.write(figures) + "\n");
        }
    }
}
