package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.app.Options.Range;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * The rounds of a comparison. Each runs every row for the same time and begins with another row, so that a machine that
 * becomes slower or faster meanwhile changes all rows alike.
 */
final class InterleavedRounds {
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

    /** Shorter in tests, with all that lasts as long as it or a part of it. */
    int secondMillis = 1_000;

    long millis() {
        return (long) seconds * secondMillis;
    }

    /** Runs one row once. */
    @FunctionalInterface
    interface Run<R> {
        void run(R row) throws InterruptedException;
    }

    <R> void run(List<R> rows, Run<R> one) throws InterruptedException {
        List<R> order = new ArrayList<>(rows);
        for (int round = 0; round < rounds; round++) {
            for (R row : order) {
                one.run(row);
            }
            Collections.rotate(order, -1);
        }
    }
}
