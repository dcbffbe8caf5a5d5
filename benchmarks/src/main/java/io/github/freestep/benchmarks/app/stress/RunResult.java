package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.Verdict;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.physics.PhysicsMetrics;
import java.util.List;
import java.util.Map;

/**
 * The figures of a finished run, for a {@link ServiceReport}. Immutable.
 *
 * @param checkedBodies the number of bodies that were checked in a picture
 * @param seconds how long the run took
 * @param broken how often each promise was broken; promises that were kept are absent
 */
record RunResult(
        StressSettings settings,
        int checkedBodies,
        double seconds,
        Verdict verdict,
        List<Violations.Violation> violations,
        Map<Promise, Long> broken,
        TickLog.Totals ticks,
        Service service,
        List<Reader> readers,
        InputLoad.Totals input,
        long windowsChecked,
        long statesChecked,
        List<AllocationWatch.Looks> allocation,
        List<FaultDirector.Strike> faults) {
    /** A reader and its frames. */
    record Reader(String name, FrameLog.Totals frames) {}

    /**
     * The counters of the service.
     *
     * @param sustainedScale {@link PhysicsMetrics#sustainedScale} at the end of the run; 1 for full speed
     * @param ledger null if the world could not be set up, or the service could not be closed
     */
    record Service(
            long newest,
            long overruns,
            double sustainedScale,
            long failedSteps,
            long plannedFailures,
            long commands,
            long slips,
            long droppedNanos,
            Ledger ledger) {
        static Service of(PhysicsMetrics metrics, long plannedFailures, Ledger ledger) {
            return new Service(
                    metrics.tick(),
                    metrics.overruns(),
                    metrics.sustainedScale(),
                    metrics.faults(),
                    plannedFailures,
                    metrics.commandsRun(),
                    metrics.slips(),
                    metrics.droppedNanos(),
                    ledger);
        }
    }

    long frames() {
        return readers.stream()
                .mapToLong(reader -> reader.frames().motion().frames())
                .sum();
    }

    /** The number of stalls that were judged; each reader has its own. */
    int stalls() {
        return readers.stream()
                .mapToInt(reader -> reader.frames().stalls().count())
                .sum();
    }

    /** Says how many bodies of each picture were checked; empty if all were. */
    String sample() {
        return checkedBodies >= settings.bodies
                ? ""
                : Units.text(" of %,d of %,d bodies in turn", checkedBodies, settings.bodies);
    }

    /** The threads whose allocation cannot be judged, because too few readings were taken outside faults. */
    List<String> notLookedAt() {
        return allocation.stream()
                .filter(looks -> !looks.lookedAt() && !looks.excused())
                .map(AllocationWatch.Looks::thread)
                .toList();
    }

    /** The physics thread, if it steps an engine that allocates. */
    List<String> notJudged() {
        return allocation.stream()
                .filter(AllocationWatch.Looks::excused)
                .map(AllocationWatch.Looks::thread)
                .toList();
    }
}
