package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A run that has ended, to be looked at: the verdict first, and what led to it. */
final class HtmlReport {
    private static final double LEAST_PERCENT = 0.001;
    private static final double LEAST_MILLIS = 0.01;

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
        report.timeline();
        report.ticks();
        report.frames();
        report.rest();
        report.settings();
        return report.page.html();
    }

    private void verdict() {
        List<String> reasons =
                run.violations().stream().map(Violation::toString).toList();
        page.verdict(run.verdict() == Verdict.PASSED, run.verdict().sentence(run), reasons);
        page.paragraph(text(
                "%s of %,d bodies at %s Hz for %.1f s, readers at %s fps, seed %d: %,d ticks, %,d frames.",
                run.settings().simulation(),
                run.settings().bodies(),
                run.settings().rate(),
                run.seconds(),
                run.settings().frameRates().text(" and "),
                run.settings().seed(),
                run.ticks().steps(),
                run.frames()));
        judder();
        List<List<String>> promises = new ArrayList<>();
        for (Promise promise : Promise.values()) {
            promises.add(List.of(promise.sentence, Evidence.verdict(run, promise), Evidence.of(run, promise)));
        }
        page.table(List.of("promise", "verdict", "looked at"), promises);
    }

    /** The one figure for the eye, before those that the faults are meant to show in. */
    private void judder() {
        List<List<String>> rows = new ArrayList<>();
        for (RunResult.Reader reader : run.readers()) {
            FrameLog.Motion motion = reader.frames().motion();
            UndisturbedMotion.Result apart = reader.frames().undisturbed();
            rows.add(List.of(
                    reader.name(),
                    Units.percent(apart.judderPercent()),
                    text("%,d", apart.frames()),
                    Units.percent(motion.judderPercent()),
                    text("%,d", motion.frames()),
                    text("%.1f", motion.frames() / run.seconds())));
        }
        page.table(
                List.of(
                        "reader",
                        "judder apart from faults",
                        "of so many frames",
                        "judder of all frames",
                        "frames",
                        "a second"),
                rows);
        page.table(
                List.of(
                        "reader, first " + FrameLog.FIRST_SECONDS + " s of each visit",
                        "judder",
                        "frozen",
                        "jumping",
                        "frames"),
                run.readers().stream().map(HtmlReport::firstSeconds).toList());
        page.paragraph(
                "Judder is how far the shown speed is off, frame by frame: the root of the mean square. Apart from"
                        + " faults it is that of the quarters of a second in which there was none, nor one just over, nor the start."
                        + " In the judder of all frames they are meant to show. The first seconds of a visit include faults, and the"
                        + " still picture before the first tick, whose frames count as frozen.");
    }

    private static List<String> firstSeconds(RunResult.Reader reader) {
        FrameLog.Motion first = reader.frames().firstSeconds();
        return List.of(
                reader.name(),
                Units.percent(first.judderPercent()),
                text("%,d", first.frozen()),
                text("%,d", first.jumping()),
                text("%,d", first.frames()));
    }

    private void timeline() {
        page.section("What happened when");
        page.figure("Ticks, frames, faults, and when the virtual machine stood still.", charts.timeline());
    }

    private void ticks() {
        RunResult.Service service = run.service();
        page.section("Ticks");
        page.table(
                distributionHeader(),
                List.of(
                        row("begun late", run.ticks().lateness()),
                        row("compute", run.ticks().compute()),
                        row("published late", run.ticks().publicationLateness())));
        page.figure(
                "How late ticks began and states were published, and how long ticks took.", charts.tickPercentiles());
        page.figure("The same over time; the latest of those in a column.", charts.ticks());
        page.figure("For how long the next tick was due already when one ended.", charts.debt());
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("steps that took longer than their time", text("%,d", service.overruns()));
        facts.put(
                "steps that failed",
                text("%,d, of which %,d were to", service.failedSteps(), service.plannedFailures()));
        facts.put("time dropped", Units.time(service.droppedNanos()) + " in " + service.slips() + " slips");
        facts.put("speed apart from faults", speed(service.undisturbedPace()));
        facts.put("slow motion at the end", service.held() == 1 ? "none" : Units.percent(100 * service.held()));
        facts.put("ledger", service.ledger() == null ? "none" : service.ledger());
        page.facts(facts);
    }

    static String speed(double pace) {
        return Double.isNaN(pace)
                ? "unknown, since there were hardly any ticks of such time"
                : Units.percent(100 * pace) + " of what was asked for";
    }

    private void frames() {
        page.section("Frames");
        List<List<String>> rows = new ArrayList<>();
        for (RunResult.Reader reader : run.readers()) {
            FrameLog.Motion motion = reader.frames().motion();
            rows.add(List.of(
                    reader.name(),
                    text("%,d", motion.frozen()),
                    text("%,d", motion.jumping()),
                    text("%,d", motion.backward()),
                    text("%,d", motion.bridged()),
                    Units.time(motion.maxInputLatencyNanos())));
        }
        page.table(List.of("reader", "frozen", "jumping", "backward", "bridged", "input lag, at most"), rows);
        page.figure(
                "Judder, by quarters of a second; at the lower edge is what is less.",
                charts.frames("judder, %", LEAST_PERCENT, FrameLog.Series::judderPercent));
        page.figure(
                "How far the shown speed was off, the worst frames.",
                charts.frames("off, %", LEAST_PERCENT, FrameLog.Series::speedOffPercent));
        page.figure("How old the newest state was in a frame.", charts.framePercentiles(FrameLog.Totals::stateAge));
        page.figure(
                "The same over time.", charts.frames("state age, ms", LEAST_MILLIS, FrameLog.Series::stateAgeMillis));
        page.figure("From frame to frame.", charts.framePercentiles(FrameLog.Totals::frameTime));
        List<List<String>> distributions = new ArrayList<>();
        for (RunResult.Reader reader : run.readers()) {
            distributions.add(row("state age, " + reader.name(), reader.frames().stateAge()));
            distributions.add(
                    row("frame time, " + reader.name(), reader.frames().frameTime()));
        }
        page.table(distributionHeader(), distributions);
    }

    private void rest() {
        page.section("Handoff, input and memory");
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("states published", text("%,d", run.ticks().published()));
        facts.put("windows checked as they are", text("%,d", run.windowsChecked()));
        Json.members(run.input()).forEach((name, value) -> facts.put("input, " + name, value));
        page.facts(facts);
        List<List<String>> rows = new ArrayList<>();
        for (AllocationWatch.Looks looks : run.allocation()) {
            rows.add(List.of(
                    looks.thread(),
                    text("%,d", looks.units()),
                    text("%,d", looks.bytes()),
                    text("%,d of %,d", looks.spansNotZero(), looks.spans()),
                    looks.excused()
                            ? "not judged: its engine allocates"
                            : looks.lookedAt() ? "looked at" : "not looked at"));
        }
        page.table(List.of("thread", "ticks or frames", "bytes", "tenths of a second with any", ""), rows);
        page.paragraph(
                "What a tick or a frame allocates shows in every tenth of a second, so the promise is broken by a thread that"
                        + " has allocated in more than half of them. A few hundred bytes in single ones are the virtual machine's,"
                        + " when a method goes from one compiler to the next: with -Xint there are none. Only quiet ones count; a"
                        + " thread with hardly any is not looked at.");
    }

    private void settings() {
        page.section("Settings and machine");
        Map<String, Object> settings = new LinkedHashMap<>(run.settings().json());
        settings.put("ran", text("%.3f s", run.seconds()));
        if (run.notice() != null) {
            settings.put("notice", run.notice());
        }
        page.facts(settings);
        page.facts(Machine.here().json());
    }

    private static List<String> distributionHeader() {
        return List.of("time", "p50", "p90", "p99", "p99.9", "most");
    }

    private static List<String> row(String name, Distribution.Percentiles of) {
        return List.of(
                name,
                Units.time(of.p50Nanos()),
                Units.time(of.p90Nanos()),
                Units.time(of.p99Nanos()),
                Units.time(of.p999Nanos()),
                Units.time(of.maxNanos()));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
