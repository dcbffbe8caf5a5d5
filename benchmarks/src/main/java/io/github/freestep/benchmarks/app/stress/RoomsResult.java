package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.Outcome;
import io.github.freestep.benchmarks.app.Verdict;
import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.Page;
import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The figures of a finished run of many rooms, for the report, the JSON and the terminal. Immutable.
 *
 * @param broken how often each promise was broken; promises that were kept are absent
 * @param services services that were started, all of which have ended
 * @param states states that were checked, of which each is checked twice
 * @param worstLatenessMillis the greatest lateness of any room in each column of time; NaN where no tick began
 */
record RoomsResult(
        StressSettings settings,
        double seconds,
        Verdict verdict,
        List<Violations.Violation> violations,
        Map<Promise, Long> broken,
        int services,
        long states,
        Distribution.Percentiles lateness,
        Map<FaultKind, Integer> strikes,
        double[] worstLatenessMillis)
        implements Outcome {
    /** Lateness is no promise, because it depends on what else the machine does. */
    @Override
    public String sentence() {
        return lateness.count() == 0
                ? verdict.sentence()
                : verdict.sentence() + "; 99 % of the ticks began at most " + Units.time(lateness.p99Nanos()) + " late";
    }

    @Override
    public String summary() {
        return Units.text(
                "%,d ticks of %,d services in %.1f s: late %s; %,d states checked%nfaults: %s",
                lateness.count(),
                services,
                seconds,
                lateness.text(),
                states,
                strikes.isEmpty()
                        ? "none"
                        : strikes.entrySet().stream()
                                .map(each -> each.getKey() + " x" + each.getValue())
                                .collect(Collectors.joining(", ")));
    }

    @Override
    public String html() {
        Page page = new Page("Freestep stress report: many rooms");
        page.verdict(
                verdict == Verdict.PASSED,
                sentence(),
                violations.stream().map(Violations.Violation::toString).toList());
        page.paragraph(Units.text(
                "%,d rooms of %,d bodies (%s) at %s Hz in a group of %d threads for %.1f s, seed %d: %,d services,"
                        + " %,d ticks, %,d states checked.",
                settings.rooms,
                settings.bodies,
                settings.simulation,
                settings.rate,
                settings.workers,
                seconds,
                settings.seed,
                services,
                lateness.count(),
                states));
        List<List<String>> promises = new ArrayList<>();
        for (Promise promise : Promise.OF_ROOMS) {
            promises.add(List.of(promise.sentence, kept(promise)));
        }
        page.table(List.of("promise", "verdict"), promises);
        page.section("Lateness");
        page.figure(
                "How late the ticks of all rooms began: the latest in each column of time.",
                LineChart.of("run time, s", "time, ms").logarithmic().line("latest", times(), worstLatenessMillis));
        page.table(Distribution.Percentiles.HEADER, List.of(lateness.row("a tick began late by")));
        page.section("Faults");
        List<List<String>> faults = new ArrayList<>();
        strikes.forEach((fault, times) -> faults.add(List.of(fault.toString(), fault.does, Units.text("%,d", times))));
        page.table(List.of("fault", "what happens", "times"), faults);
        page.section("Settings and machine");
        page.facts(settings.json());
        page.facts(Machine.here().json());
        return page.html();
    }

    private double[] times() {
        return IntStream.range(0, worstLatenessMillis.length)
                .mapToDouble(i -> (double) settings.seconds * i / worstLatenessMillis.length)
                .toArray();
    }

    private String kept(Promise promise) {
        return broken.containsKey(promise) ? Units.text("BROKEN %,d times", broken.get(promise)) : "kept";
    }

    @Override
    public Map<String, Object> json() {
        Map<String, Object> promises = new LinkedHashMap<>();
        Promise.OF_ROOMS.forEach(promise -> promises.put(promise.toString(), kept(promise)));
        Map<String, Object> json = Json.members(this);
        json.put("promises", promises);
        json.put("settings", settings.json());
        json.put("machine", Machine.here());
        return json;
    }
}
