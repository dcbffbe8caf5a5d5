package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.PhysicsMetrics;

/**
 * Pairs of counts from two independent parts of a run. The two counts of each pair must agree.
 *
 * @param failedSteps counted by the service
 * @param plannedFailures counted by the scene, which failed on purpose
 * @param newestStep the number in the newest event that the scene raised
 * @param reportedSteps the number of tick events of the service
 * @param steppedTicks counted by the scene
 * @param newestTick counted by the service
 */
record RunCounts(
        long failedSteps,
        long plannedFailures,
        long newestStep,
        long reportedSteps,
        long steppedTicks,
        long newestTick) {
    static RunCounts of(PhysicsMetrics metrics, StressedScene stressed, TickLog ticks) {
        return new RunCounts(
                metrics.faults(),
                stressed.failures(),
                ticks.newestStep(),
                ticks.steps(),
                stressed.ticks(),
                metrics.tick());
    }

    void check(Violations violations) {
        if (failedSteps != plannedFailures) {
            violations.add(
                    Promise.FAULT, failedSteps + " steps failed, but " + plannedFailures + " were planned to fail");
        }
        if (newestStep != reportedSteps) {
            violations.add(
                    Promise.EVENT, newestStep + " steps raised an event, but the service reported " + reportedSteps);
        }
        if (steppedTicks != newestTick) {
            violations.add(Promise.LEDGER, steppedTicks + " ticks were stepped, but the newest is " + newestTick);
        }
    }
}
