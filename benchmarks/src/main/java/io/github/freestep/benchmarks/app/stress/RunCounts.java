package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.PhysicsMetrics;

/**
 * What was counted in a run by two of its parts each, which must agree.
 *
 * @param failedSteps by the service
 * @param plannedFailures by the scene that was to fail
 * @param newestStep by the event that each step tells
 * @param toldSteps by the statistics that the service tells of each
 * @param steppedTicks by the scene
 * @param newestTick by the service
 */
record RunCounts(
        long failedSteps, long plannedFailures, long newestStep, long toldSteps, long steppedTicks, long newestTick) {
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
            violations.add(Promise.FAULT, failedSteps + " steps have failed, and " + plannedFailures + " were to");
        }
        if (newestStep != toldSteps) {
            violations.add(Promise.EVENT, newestStep + " steps were told, and statistics of " + toldSteps);
        }
        if (steppedTicks != newestTick) {
            violations.add(Promise.LEDGER, steppedTicks + " ticks were stepped, and the newest is " + newestTick);
        }
    }
}
