package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.PhysicsMetrics;
import java.util.List;
import java.util.Map;

/**
 * All that is known of a run that has ended, for the report, the JSON and the terminal. Immutable.
 *
 * @param notice of the scene; null if there is none
 * @param seconds how long it has run
 * @param broken how often each promise was broken that was
 */
record RunResult(
        StressSettings settings,
        String notice,
        double seconds,
        Verdict verdict,
        List<Violation> violations,
        Map<Promise, Long> broken,
        TickLog.Totals ticks,
        Service service,
        List<Reader> readers,
        InputLoad.Totals input,
        long windowsChecked,
        long statesChecked,
        List<AllocationWatch.Looks> allocation,
        List<GcLog.Pause> collections,
        List<FaultDirector.Strike> strikes) {
    /** A renderer and how its frames went. */
    record Reader(String name, FrameLog.Totals frames) {}

    /**
     * What the service has counted.
     *
     * @param undisturbedPace how fast simulation time ran apart from the faults; not a number if there were hardly any ticks of
     *     such time
     * @param ledger null if the world could not be set up, or the service could not be closed
     */
    record Service(
            long newest,
            long overruns,
            double held,
            double undisturbedPace,
            long failedSteps,
            long plannedFailures,
            long commands,
            long slips,
            long droppedNanos,
            Ledger ledger) {
        static Service of(PhysicsMetrics metrics, double undisturbedPace, long plannedFailures, Ledger ledger) {
            return new Service(
                    metrics.tick(),
                    metrics.overruns(),
                    metrics.sustainedScale(),
                    undisturbedPace,
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

    /** The threads of whose memory nothing can be said: there was hardly a look while all was quiet. */
    List<String> notLookedAt() {
        return allocation.stream()
                .filter(looks -> !looks.lookedAt() && !looks.excused())
                .map(AllocationWatch.Looks::thread)
                .toList();
    }

    /** The thread of a simulation whose engine allocates. */
    List<String> notJudged() {
        return allocation.stream()
                .filter(AllocationWatch.Looks::excused)
                .map(AllocationWatch.Looks::thread)
                .toList();
    }
}
