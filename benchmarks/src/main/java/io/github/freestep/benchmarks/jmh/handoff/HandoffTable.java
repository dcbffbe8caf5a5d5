package io.github.freestep.benchmarks.jmh.handoff;

import io.github.freestep.benchmarks.report.Median;
import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Prints the handoff of states at 1 kHz as medians of rounds, with the least and the greatest of them. JMH itself would
 * add up what the reader measures over forks, and print means, which a few interruptions decide. In each round, all
 * ways take turns, each in a JVM of its own, so what else the machine does changes all of them alike.
 */
public final class HandoffTable {
    private final Map<HandoffWay, Map<String, List<Double>>> nanos = new EnumMap<>(HandoffWay.class);

    HandoffTable() {}

    /**
     * Measures, and prints a table.
     *
     * @param args the number of rounds, and that of bodies; 5 and 1,000 if missing
     */
    public static void main(String[] args) throws RunnerException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        HandoffTable table = new HandoffTable();
        for (int round = 0; round < rounds; round++) {
            table.round(options -> options.param("bodies", args.length > 1 ? args[1] : "1000"));
        }
        System.out.println(table);
    }

    /** Measures each way once. */
    void round(UnaryOperator<ChainedOptionsBuilder> with) throws RunnerException {
        for (HandoffWay way : HandoffWay.values()) {
            ChainedOptionsBuilder options = new OptionsBuilder()
                    .include("\\.HandoffBenchmark\\.paced$")
                    .param("way", way.name())
                    .verbosity(VerboseMode.SILENT);
            add(way, new Runner(with.apply(options).build()).runSingle());
        }
    }

    private void add(HandoffWay way, RunResult measured) {
        var results = measured.getSecondaryResults();
        add(way, "publish", results.get("publishPaced").getStatistics().getPercentile(50));
        add(way, "p50", results.get("p50Nanos").getScore());
        add(way, "p99", results.get("p99Nanos").getScore());
    }

    void add(HandoffWay way, String figure, double value) {
        nanos.computeIfAbsent(way, key -> new HashMap<>())
                .computeIfAbsent(figure, key -> new ArrayList<>())
                .add(value);
    }

    @Override
    public String toString() {
        return nanos.entrySet().stream()
                .map(way -> row(
                        way.getKey().name(),
                        text(way.getValue().get("publish")),
                        text(way.getValue().get("p50")),
                        text(way.getValue().get("p99"))))
                .collect(Collectors.joining("\n", row("", "publish", "until acquired, p50", "p99") + "\n", ""));
    }

    private static String row(String name, String publish, String p50, String p99) {
        return Units.text("%-18s %30s %30s %30s", name, publish, p50, p99);
    }

    private static String text(List<Double> rounds) {
        double[] sorted = rounds.stream().mapToDouble(each -> each).sorted().toArray();
        return Units.time(Median.of(rounds.stream().mapToDouble(each -> each))) + " (" + Units.time(sorted[0]) + " to "
                + Units.time(sorted[sorted.length - 1]) + ")";
    }
}
