package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.report.Median;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A row of the table of services over all of its rounds.
 *
 * @param rounds at least one
 */
record ServicesSummary(ServicesPlan.Row row, List<ServicesRound> rounds) implements Rounds<ServicesRound> {
    /**
     * Returns the median, over all rounds, of the ratio to another row in the same round. It varies less than the ratio
     * of the medians, because other activity on the machine affects both rows of a round.
     */
    double medianRatio(ToDoubleFunction<ServicesRound> figure, ServicesSummary to) {
        return Median.of(IntStream.range(0, Math.min(rounds.size(), to.rounds.size()))
                .mapToDouble(i -> figure.applyAsDouble(rounds.get(i)) / figure.applyAsDouble(to.rounds.get(i))));
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("services", row.services());
        json.put("rounds", rounds);
        json.put("median", medians());
        return json;
    }
}
