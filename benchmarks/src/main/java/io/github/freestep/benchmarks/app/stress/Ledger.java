package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.PhysicsMetrics;

/** Accounts for the wall time of a run. */
record Ledger(long elapsedNanos, long simulatedNanos, long pausedNanos, long droppedNanos, long owedNanos) {
    /** Reads the ledger for a time at or after the end of the service. */
    static Ledger of(Timeline timeline, long nowNanos) {
        return new Ledger(
                timeline.elapsedNanos(nowNanos),
                timeline.simulatedWallNanos(),
                timeline.pausedNanos(nowNanos),
                timeline.droppedNanos(),
                timeline.pendingNanos(nowNanos));
    }

    /** Checks that the ledger balances and agrees with the metrics. */
    void check(PhysicsMetrics metrics, Violations violations) {
        long off = elapsedNanos - simulatedNanos - pausedNanos - droppedNanos - owedNanos;
        if (off != 0) {
            violations.add(Promise.LEDGER, metrics.tick(), this + " is off by " + off + " ns");
        }
        if (droppedNanos != metrics.droppedNanos()) {
            String text = this + ", but the metrics have counted " + metrics.droppedNanos() + " ns as dropped";
            violations.add(Promise.LEDGER, metrics.tick(), text);
        }
    }

    @Override
    public String toString() {
        return elapsedNanos + " ns = " + simulatedNanos + " simulated + " + pausedNanos + " paused + " + droppedNanos
                + " dropped + " + owedNanos + " pending";
    }
}
