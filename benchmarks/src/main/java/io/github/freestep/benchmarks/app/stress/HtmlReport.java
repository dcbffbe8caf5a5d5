package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.Verdict;
import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.Page;
import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Writes the page of a finished run: the verdict first, then the figures behind it. */
final class HtmlReport {

    private final RunResult run;
    private final ReportCharts charts;
    private final Page page = new Page("Freestep stress report");

    private HtmlReport(RunResult run) {
        this.run = run;
        charts = new ReportCharts(run);
    }

    static String of(RunResult run) {
        HtmlReport report = new HtmlReport(run);
        report.verdict();
        report.ticks();
        report.frames();
        report.rest();
        report.settings();
        return report.page.html();
    }

    private void verdict() {
        List<String> reasons =
                run.violations().stream().map(Violations.Violation::toString).toList();
        StressSummary summary = new StressSummary(run);
        String headline = run.sentence() + "; " + summary.smoothness();
        if (run.verdict() == Verdict.PASSED && summary.isWorseThanNewestStates()) {
            // Motion depends on the machine, so the run passes. But the page must not look as if all were well.
            page.doubtful(headline, List.of("The motion of a reader was less even than that of the newest states."));
        } else {
            page.verdict(run.verdict() == Verdict.PASSED, headline, reasons);
        }
        page.figure(
                "How unevenly the pictures moved, in each quarter of a second; lower is smoother. Coloured: what the"
                        + " readers showed. Grey: the same frames if they showed the newest state as it is. Values"
                        + " below 0.001 % lie on the lower edge." + faults(),
                charts.opening());
        page.paragraph(Units.text(
                "%s of %,d bodies at %s Hz for %.1f s, readers at %s fps, seed %d: %,d ticks, %,d frames.",
                run.settings().simulation,
                run.settings().bodies,
                run.settings().rate,
                run.seconds(),
                run.settings().fps.text(" and "),
                run.settings().seed,
                run.ticks().steps(),
                run.frames()));
        judder();
        List<List<String>> promises = new ArrayList<>();
        for (Promise promise : Promise.OF_A_SERVICE) {
            promises.add(List.of(promise.sentence, promise.verdict(run), promise.evidence(run)));
        }
        page.table(List.of("promise", "verdict", "checked"), promises);
    }

    private String faults() {
        int times = run.faults().stream().mapToInt(FaultPeriod::times).sum();
        return times == 0 ? "" : Units.text(" The harness caused %,d faults.", times);
    }

    /** Shows the judder apart from faults first, and then the figures that include the effects of faults. */
    private void judder() {
        List<List<String>> rows = new ArrayList<>();
        List<List<String>> stalls = new ArrayList<>();
        for (RunResult.Reader reader : run.readers()) {
            FrameLog.Undisturbed apart = reader.frames().undisturbed();
            String apartJudder = Units.percent(apart.judderPercent());
            FrameLog.Motion all = reader.frames().motion();
            String fps = Units.text("%.1f", all.frames() / run.seconds());
            FrameLog.Motion start = reader.frames().firstSeconds();
            rows.add(row(
                    reader.name(),
                    apartJudder,
                    apart.frames(),
                    judder(all),
                    all.frames(),
                    fps,
                    judder(start),
                    start.frozen(),
                    start.jumping(),
                    start.frames()));
            Stalls.Totals stalled = reader.frames().stalls();
            if (stalled.count() > 0) {
                stalls.add(row(
                        reader.name(),
                        (long) stalled.count(),
                        Units.percent(stalled.judderPercent()),
                        Units.percent(stalled.newestStateJudderPercent()),
                        Units.text("%.2f s", stalled.worst().beginSeconds()),
                        Units.percent(stalled.worst().judderPercent()),
                        Units.percent(stalled.worst().newestStateJudderPercent())));
            }
        }
        page.table(
                List.of(
                        "reader",
                        "judder apart from faults",
                        "frames without faults",
                        "judder of all frames",
                        "frames",
                        "frames per second",
                        "judder in the first " + FrameLog.FIRST_SECONDS + " s of each visit",
                        "frozen then",
                        "jumping then",
                        "frames then"),
                rows);
        if (!stalls.isEmpty()) {
            page.table(
                    List.of(
                            "reader, around stalls",
                            "stalls",
                            "judder",
                            "of the newest state",
                            "the worst at",
                            "judder",
                            "of the newest state"),
                    stalls);
            page.paragraph(
                    "The simulation is stalled if its newest state is more than two ticks and 20 ms old. Judged is the"
                            + " time from a quarter of a second before a stall to 2.5 s after it, or until a fault"
                            + " changes the motion. A stall in that time prolongs it. Both figures are of the same"
                            + " frames.");
        }
        page.paragraph(
                "Judder says how much the shown speed is off from frame to frame: the root of the mean square of the"
                        + " errors. The judder apart from faults omits each quarter of a second with a fault in it, the"
                        + " 0.4 s after a fault, and the first 0.8 s. The judder of all frames includes the effects"
                        + " of the faults. So do the first seconds of a visit, which also include the still picture"
                        + " before the first tick: its frames count as frozen.");
    }

    private static String judder(FrameLog.Motion motion) {
        return Units.percent(motion.judderPercent());
    }

    private void ticks() {
        page.section("Ticks");
        page.table(
                Distribution.Percentiles.HEADER,
                List.of(
                        run.ticks().lateness().row("begun late"),
                        run.ticks().compute().row("compute"),
                        run.ticks().publicationLateness().row("published late")));
        GcLog.Totals collections = run.collections();
        String pauses = collections.merged() == 1
                ? ""
                : Units.text(
                        " Of %,d pauses of the virtual machine, %,d ms in all, it shows the longest of each %d.",
                        collections.count(), collections.totalMillis(), collections.merged());
        page.figure(
                "How late ticks began, and how long they took. Each column shows its latest and its longest tick."
                        + pauses,
                charts.ticks());
        Map<String, Object> facts = Json.members(run.service());
        facts.put("undisturbedSpeed", speed(run.service().undisturbedSpeed()));
        facts.values().removeIf(Objects::isNull);
        page.facts(facts);
    }

    static String speed(double pace) {
        return Double.isNaN(pace)
                ? "unknown, because there were hardly any ticks in that time"
                : Units.percent(100 * pace) + " of the requested speed";
    }

    private void frames() {
        page.section("Frames");
        List<List<String>> rows = new ArrayList<>();
        List<List<String>> distributions = new ArrayList<>();
        for (RunResult.Reader reader : run.readers()) {
            String name = reader.name();
            FrameLog.Motion motion = reader.frames().motion();
            String lag = Units.time(motion.maxInputLatencyNanos());
            rows.add(row(name, motion.frozen(), motion.jumping(), motion.backward(), motion.bridged(), lag));
            distributions.add(reader.frames().stateAge().row("state age, " + name));
            distributions.add(reader.frames().frameTime().row("frame time, " + name));
        }
        page.table(List.of("reader", "frozen", "jumping", "backward", "bridged", "max. input lag"), rows);
        page.figure("Error of the shown speed, in the worst frames.", charts.speedOff());
        page.table(Distribution.Percentiles.HEADER, distributions);
    }

    private void rest() {
        page.section("Handoff, input and memory");
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("states published", Units.text("%,d", run.ticks().published()));
        facts.put("windows checked by the raw reader", Units.text("%,d", run.windowsChecked()));
        Json.members(run.input()).forEach((name, value) -> facts.put("input, " + name, value));
        page.facts(facts);
        List<List<String>> rows = new ArrayList<>();
        for (AllocationWatch.Looks looks : run.allocation()) {
            String nonZero = Units.text("%,d of %,d", looks.spansNotZero(), looks.spans());
            rows.add(row(looks.thread(), looks.units(), looks.bytes(), nonZero, looks.verdict()));
        }
        page.table(List.of("thread", "ticks or frames", "bytes", "tenths of a second with any", "verdict"), rows);
        page.paragraph(
                "If each tick or frame allocates, every tenth of a second has bytes. Therefore a thread breaks the"
                        + " promise if it allocated in more than half of the tenths. A few hundred bytes in a single"
                        + " tenth come from the virtual machine, when a method moves from one compiler to the next;"
                        + " with -Xint there are none. Only tenths without a fault count. A thread with fewer than"
                        + " three of them is not checked.");
    }

    private void settings() {
        page.section("Settings and machine");
        Map<String, Object> settings = run.settings().json();
        settings.put("ran", Units.text("%.3f s", run.seconds()));
        if (run.notice() != null) {
            settings.put("notice", run.notice());
        }
        page.facts(settings);
        page.facts(Machine.here().json());
    }

    /** Makes the cells of a row: whole numbers with separators, other values as they are. */
    private static List<String> row(String name, Object... values) {
        return Stream.concat(Stream.of(name), Arrays.stream(values).map(HtmlReport::cell))
                .toList();
    }

    private static String cell(Object value) {
        return value instanceof Long ? Units.text("%,d", value) : value.toString();
    }
}
