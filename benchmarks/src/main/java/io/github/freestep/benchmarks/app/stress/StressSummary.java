package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.Units;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The lines on the terminal before and after a run. */
record StressSummary(RunResult run) {
    /** How many planned faults the headline names. A run of a day has tens of thousands. */
    private static final int NAMED = 40;

    private static final String FAULTS_SHOW = "%nThe figures below include the effects of these faults, above all"
            + " the judder, which is that of the%nworst reader in its newest quarter of a second. The last lines say"
            + " whether every promise was kept,%nand how even the motion was apart from faults.";

    /** Describes the run that is about to begin. */
    static String headline(StressSettings settings) {
        String faults =
                settings.plan.stream().limit(NAMED).map(PlannedFault::toString).collect(Collectors.joining(" "));
        int more = settings.plan.size() - NAMED;
        return Units.text(
                "%s%n%s of %,d bodies%s at %s Hz, readers at %s fps, %d s, seed %d%nfaults: %s",
                Machine.here(),
                settings.simulation,
                settings.bodies,
                settings.moving.isAll() ? "" : ", of which " + settings.moving + " move,",
                settings.rate,
                settings.fps.text(" and "),
                settings.seconds,
                settings.seed,
                faults.isEmpty()
                        ? "none"
                        : faults + (more > 0 ? Units.text(" and %,d more", more) : "") + Units.text(FAULTS_SHOW));
    }

    /** Ends with the judder in the time without faults, the figure that says how good the motion is. */
    String text() {
        StringBuilder text = new StringBuilder(Units.text(
                "%,d ticks in %.1f s: late %s; compute %s; dropped %s%n",
                run.service().newest(),
                run.seconds(),
                run.ticks().lateness().text(),
                run.ticks().compute().text(),
                Units.time(run.service().droppedNanos())));
        run.readers()
                .forEach(reader -> text.append(frames(reader, run.sample()))
                        .append(stalls(reader.name(), reader.frames().stalls())));
        text.append(Units.text(
                "%,d windows checked, %,d inputs accepted%n",
                run.windowsChecked(), run.input().accepted()));
        text.append(Units.text(
                "allocation in quiet moments: %s%n",
                run.allocation().stream().map(AllocationWatch.Looks::toString).collect(Collectors.joining("; "))));
        return text
                + (run.faults().isEmpty() ? "" : Units.text("these figures include the effects of the faults%n"))
                + "judder apart from faults: "
                + run.readers().stream().map(StressSummary::undisturbedJudder).collect(Collectors.joining("; "));
    }

    private static String frames(RunResult.Reader reader, String sample) {
        FrameLog.Motion motion = reader.frames().motion();
        return Units.text(
                "%s: %,d frames checked, every value%s; %d frozen, %d jumping, %d backward; judder of all %s%n",
                reader.name(),
                motion.frames(),
                sample,
                motion.frozen(),
                motion.jumping(),
                motion.backward(),
                Units.percent(motion.judderPercent()));
    }

    static String stalls(String name, Stalls.Totals stalls) {
        return stalls.count() == 0
                ? ""
                : Units.text(
                        "%s, stalls: %,d; judder around them %s, against %s of the newest state; the worst, at %.2f s:"
                                + " %s, against %s%n",
                        name,
                        stalls.count(),
                        Units.percent(stalls.judderPercent()),
                        Units.percent(stalls.newestStateJudderPercent()),
                        stalls.worst().beginSeconds(),
                        Units.percent(stalls.worst().judderPercent()),
                        Units.percent(stalls.worst().newestStateJudderPercent()));
    }

    /** Says in a few words how even the worst picture was, and how even the newest state is without a sampler. */
    String smoothness() {
        double judder = worst(FrameLog.Undisturbed::judderPercent);
        double newest = worst(FrameLog.Undisturbed::newestStateJudderPercent);
        return Double.isNaN(judder)
                ? "judder apart from faults is unknown, because there was no time without faults"
                : "apart from faults, judder was at most " + Units.percent(judder)
                        + (Double.isNaN(newest)
                                ? ""
                                : ", against " + Units.percent(newest) + " if frames showed the newest state as it is");
    }

    /** Returns whether the picture of a reader moved less evenly than the newest states, apart from faults. */
    boolean isWorseThanNewestStates() {
        return run.readers().stream()
                .map(reader -> reader.frames().undisturbed())
                .anyMatch(apart -> apart.judderPercent() > apart.newestStateJudderPercent());
    }

    private double worst(ToDoubleFunction<FrameLog.Undisturbed> of) {
        return run.readers().stream()
                .map(reader -> reader.frames().undisturbed())
                .filter(apart -> apart.frames() > 0)
                .mapToDouble(of)
                .max()
                .orElse(Double.NaN);
    }

    private static String undisturbedJudder(RunResult.Reader reader) {
        FrameLog.Undisturbed apart = reader.frames().undisturbed();
        return apart.frames() == 0
                ? reader.name() + " unknown, because there was no time without faults"
                : Units.text(
                        "%s %s, in %,d frames", reader.name(), Units.percent(apart.judderPercent()), apart.frames());
    }
}
