package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.Verdict;
import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.Page;
import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes the page of a finished run: the verdict first, then the figures behind it. */
final class HtmlReport {
    private final RunResult run;
    private final StressSummary summary;
    private final ReportCharts charts;
    private final Page page = new Page("Freestep stress report");

    private HtmlReport(RunResult run) {
        this.run = run;
        summary = new StressSummary(run);
        charts = new ReportCharts(run);
    }

    static String of(RunResult run) {
        HtmlReport report = new HtmlReport(run);
        report.verdict();
        report.readers();
        report.ticks();
        report.rest();
        return report.page.html();
    }

    private void verdict() {
        String headline = run.sentence() + "; " + summary.smoothness();
        if (run.verdict() == Verdict.PASSED && summary.isWorseThanNewestStates()) {
            // Motion depends on the machine, so the run passes. But the page must not look as if all were well.
            page.doubtful(headline, List.of("The motion of a reader was less even than that of the newest states."));
        } else {
            page.verdict(
                    run.verdict() == Verdict.PASSED,
                    headline,
                    run.violations().stream()
                            .map(Violations.Violation::toString)
                            .toList());
        }
        page.figure(
                "How unevenly the pictures moved, in each quarter of a second; lower is smoother. Coloured: what the"
                        + " readers showed. Grey: the same frames if they showed the newest state as it is. Values"
                        + " below 0.001 % lie on the lower edge."
                        + Units.text(" Faults: %,d.", run.faults().size()),
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
        List<List<String>> promises = new ArrayList<>();
        for (Promise promise : Promise.OF_A_SERVICE) {
            promises.add(List.of(promise.sentence, promise.verdict(run), promise.evidence(run)));
        }
        page.table(List.of("promise", "verdict", "checked"), promises);
    }

    private void readers() {
        page.section("Frames");
        List<List<String>> rows = new ArrayList<>();
        List<List<String>> distributions = new ArrayList<>();
        for (RunResult.Reader reader : run.readers()) {
            FrameLog.Undisturbed apart = reader.frames().undisturbed();
            FrameLog.Motion all = reader.frames().motion();
            rows.add(List.of(
                    reader.name(),
                    Units.percent(apart.judderPercent()),
                    Units.text("%,d", apart.frames()),
                    Units.percent(all.judderPercent()),
                    Units.text("%,d", all.frames()),
                    Units.text("%,d", all.frozen()),
                    Units.text("%,d", all.jumping()),
                    Units.time(all.maxInputLatencyNanos())));
            distributions.add(reader.frames().stateAge().row("state age, " + reader.name()));
            distributions.add(reader.frames().frameTime().row("frame time, " + reader.name()));
        }
        page.table(
                List.of(
                        "reader",
                        "judder apart from faults",
                        "frames without faults",
                        "judder of all frames",
                        "frames",
                        "frozen",
                        "jumping",
                        "max. input lag"),
                rows);
        page.paragraph(
                "Judder says how much the shown speed is off from frame to frame: the root of the mean square of the"
                        + " errors. The judder apart from faults omits each quarter of a second with a fault in it, the"
                        + " 0.4 s after a fault, and the first 0.8 s.");
        run.readers().stream()
                .filter(reader -> reader.frames().stalls().count() > 0)
                .forEach(reader -> page.paragraph(
                        StressSummary.stalls(reader.name(), reader.frames().stalls())));
        page.figure("Error of the shown speed, in the worst frames.", charts.speedOff());
        page.table(Distribution.Percentiles.HEADER, distributions);
    }

    private void ticks() {
        page.section("Ticks");
        page.table(
                Distribution.Percentiles.HEADER,
                List.of(
                        run.ticks().lateness().row("begun late"),
                        run.ticks().compute().row("compute"),
                        run.ticks().publicationLateness().row("published late")));
        page.figure(
                "How late ticks began, and how long they took. Each column shows its latest and its longest tick.",
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

    private void rest() {
        page.section("Handoff, input and memory");
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("states published", Units.text("%,d", run.ticks().published()));
        facts.put("windows checked by the raw reader", Units.text("%,d", run.windowsChecked()));
        Json.members(run.input()).forEach((name, value) -> facts.put("input, " + name, value));
        run.allocation().forEach(looks -> facts.put("allocation, " + looks.thread(), looks));
        page.facts(facts);
        page.section("Settings and machine");
        Map<String, Object> settings = run.settings().json();
        settings.put("ran", Units.text("%.3f s", run.seconds()));
        if (run.notice() != null) {
            settings.put("notice", run.notice());
        }
        page.facts(settings);
        page.facts(Machine.here().json());
    }
}
