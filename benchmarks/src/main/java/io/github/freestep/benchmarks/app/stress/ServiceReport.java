package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.tools.report.Units;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reports a run of one service that has ended: the verdict first, then the figures behind it. */
final class ServiceReport {
    /** Less than this is slow. Other work on the machine may take the rest. */
    private static final double FULL_SPEED = 0.95;

    private static final List<String> FRAMES = List.of(("reader|frames|judder apart from faults, %|of the newest state,"
                    + " %|judder with faults, %|frozen frames|jumping frames")
            .split("\\|"));
    private final StressRun run;
    private final PhysicsMetrics metrics;
    private final TickLog.Totals ticks;
    private final List<FaultDirector.Strike> strikes;
    private final List<Reader> readers;
    private final Map<Promise, String> unchecked = new EnumMap<>(Promise.class);
    private final long frames;

    /** A reader and its frames. */
    record Reader(String name, FrameLog log, Quarters.Motion apart, int stalls) {}

    ServiceReport(StressRun run) {
        this.run = run;
        metrics = run.physics.metrics();
        ticks = run.ticks.totals();
        strikes = run.director.strikes();
        readers = run.readers.stream()
                .map(reader -> new Reader(
                        reader.name,
                        reader.log,
                        reader.log.quarters.undisturbed(strikes),
                        reader.log.quarters.stalls(strikes).size()))
                .toList();
        frames = run.readers.stream().mapToLong(reader -> reader.frames).sum();
        if (run.trial != null) {
            unchecked.putAll(run.trial.unchecked);
        }
        if (readers.stream().allMatch(reader -> reader.stalls == 0)) {
            unchecked.put(Promise.STALL, "there was no stall that could be judged");
        }
        if (run.ledger == null) {
            Promise.CHECKED_AT_THE_END.forEach(each -> unchecked.put(each, "the service did not end in order"));
        }
        garbage()
                .filter(each -> !each.isEnough())
                .forEach(each -> unchecked.merge(
                        Promise.ALLOCATION,
                        "hardly a moment of " + each.name + " was without faults",
                        (a, b) -> a + "; " + b));
        if (run.events == null) {
            Promise.OF_AN_OWN_WORLD.stream()
                    .filter(each -> !run.trial.tried.containsKey(each))
                    .forEach(each -> unchecked.put(each, "the trial did not end, so nothing else was run"));
        }
        if (metrics.tick() == 0 || frames == 0 || run.raw.states == 0) {
            Promise.OF_A_SERVICE.forEach(each -> unchecked.putIfAbsent(each, "there was no tick, frame or state"));
        }
        unchecked.keySet().removeIf(each -> run.violations.count(each) > 0);
    }

    Findings findings(boolean interrupted) {
        if (interrupted) {
            unchecked.put(Promise.THREAD, "the run was interrupted");
        }
        Verdict verdict = Verdict.of(run.violations.total() == 0, interrupted);
        Findings findings = Findings.of(verdict, sentence(verdict), run.violations.kept(), summary());
        Set<Promise> promises = run.trial == null ? Promise.OF_A_SERVICE : Promise.OF_AN_OWN_WORLD;
        promises.forEach(each -> findings.page()
                .test(run.settings.simulation, sentence(each), found(each), unchecked.getOrDefault(each, "")));
        findings.page()
                .section("Promises")
                .table(
                        List.of("promise", "verdict", "what was tried"),
                        promises.stream()
                                .map(each -> List.of(sentence(each), verdict(each), tried(each)))
                                .toList());
        findings.page().section("Faults").table(List.of("fault", "times", "what was done"), faults());
        findings.page()
                .section("Frames")
                .table(FRAMES, readers.stream().map(this::frames).toList())
                .paragraph("Judder says how much the shown speed is off from frame to frame: the root of the mean"
                        + " square of the errors. Apart from faults omits each quarter of a second with a fault in it,"
                        + " the half second after a fault, and the first half second.");
        findings.page().section("Ticks").table(Distribution.Figures.COLUMNS, ticks());
        return findings;
    }

    private String sentence(Promise promise) {
        return run.trial == null ? promise.sentence : promise.ownSentence;
    }

    /** Returns how a promise was broken, a line for each of the first times. */
    private List<String> found(Promise promise) {
        return run.violations.kept().stream()
                .filter(each -> each.promise() == promise)
                .map(String::valueOf)
                .toList();
    }

    /** Says whether the run kept a promise. */
    private String verdict(Promise promise) {
        long broken = run.violations.count(promise);
        return broken > 0
                ? Units.text("BROKEN %,d times", broken)
                : unchecked.containsKey(promise) ? "not checked: " + unchecked.get(promise) : "kept";
    }

    private String tried(Promise promise) {
        return switch (promise) {
            case FRAME, BACKWARD -> Units.text("%,d frames", frames);
            case STATE, WINDOW -> Units.text("%,d states in %,d windows", run.raw.states, run.raw.windows);
            case STALL ->
                Units.text(
                        "%d stalls", readers.stream().mapToInt(Reader::stalls).sum());
            case LEDGER -> String.valueOf(run.ledger);
            case INPUT -> run.input.text();
            case EVENT -> Units.text("%,d ticks", run.ticks.steps());
            case ALLOCATION ->
                garbage().map(each -> each.name + " " + each.text()).collect(Collectors.joining("; "));
            case FAULT ->
                Units.text(
                        "%,d planned failures, %,d commands, %,d slips",
                        metrics.faults(), metrics.commandsRun(), metrics.slips());
            case UNCAUGHT -> "all threads during the run";
            case THREAD -> "threads before and after the run";
            default -> run.trial.tried.getOrDefault(promise, "nothing");
        };
    }

    private Stream<Garbage> garbage() {
        return Stream.concat(Stream.of(run.ofTicks), run.readers.stream().map(reader -> reader.allocated));
    }

    /** Returns a row for each kind of fault that struck. */
    private List<List<?>> faults() {
        Map<FaultKind, Long> times = strikes.stream()
                .collect(Collectors.groupingBy(FaultDirector.Strike::fault, TreeMap::new, Collectors.counting()));
        return times.entrySet().stream()
                .<List<?>>map(each -> List.of(each.getKey(), each.getValue(), each.getKey().words))
                .toList();
    }

    private List<?> frames(Reader reader) {
        return List.of(
                reader.name,
                reader.log.motion.frames(),
                rounded(reader.apart.judderPercent()),
                rounded(reader.apart.newestStateJudderPercent()),
                rounded(reader.log.quarters.judder()),
                reader.log.motion.frozen(),
                reader.log.motion.jumping());
    }

    private List<List<Object>> ticks() {
        return List.of(ticks.lateness().row("lateness"), ticks.compute().row("step"));
    }

    private static double rounded(double value) {
        return Double.isNaN(value) ? value : Math.rint(value * 1e3) / 1e3;
    }

    /** Says the verdict, what it does not cover, what was done, and whether simulation time kept up. */
    private String sentence(Verdict verdict) {
        String limits = unchecked.entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue())
                .collect(Collectors.joining("; "));
        return (verdict != Verdict.PASSED || limits.isEmpty()
                        ? verdict.sentence()
                        : verdict + ": every promise that was checked was kept; not checked: " + limits)
                + slowness()
                + (run.trial == null ? "" : Units.text("; the world was tried for %,d ticks", run.trial.stepped()))
                + Units.text(
                        "; %,d faults, %,d ticks, %,d frames and %,d states in %.1f s; ",
                        strikes.size(), metrics.tick(), frames, run.raw.states, run.seconds)
                + smoothness();
    }

    private String summary() {
        return faults().stream()
                        .map(row -> Units.text("%-13s %3d x: %s%n", row.toArray()))
                        .collect(Collectors.joining())
                + Units.text("late: %s%nstep: %s", ticks.lateness(), ticks.compute());
    }

    /** Says how even the worst picture was, and how even the newest state is without a sampler. */
    private String smoothness() {
        return readers.stream()
                .map(Reader::apart)
                .filter(apart -> apart.frames() > 0)
                .max(Comparator.comparingDouble(Quarters.Motion::judderPercent))
                .map(apart -> "apart from faults, judder was at most " + Units.percent(apart.judderPercent())
                        + ", against " + Units.percent(apart.newestStateJudderPercent())
                        + " if frames showed the newest state as it is")
                .orElse("judder apart from faults is unknown, because there was no time without faults");
    }

    /** Says how fast simulation time ran in the end; empty if the machine kept up. */
    private String slowness() {
        double scale = metrics.sustainedScale();
        return scale < FULL_SPEED
                ? Units.text(
                        "; in the end, simulation time ran at %.0f %% of its speed: too much load for this machine",
                        100 * scale)
                : "";
    }
}
