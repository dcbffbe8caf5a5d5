package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.PhysicsMetrics;

/** Where the wall time of a run went. */
record Ledger(long elapsedNanos, long simulatedNanos, long pausedNanos, long droppedNanos, long owedNanos) {
    /** As of a time that is no earlier than the end of the service. */
    static Ledger of(Timeline timeline, long nowNanos) {
        return new Ledger(
                timeline.elapsedNanos(nowNanos),
                timeline.simulatedWallNanos(),
                timeline.pausedNanos(nowNanos),
                timeline.droppedNanos(),
                timeline.pendingNanos(nowNanos));
    }

    /** Whether it balances, and agrees with what was told from outside while it ran. */
    void check(PhysicsMetrics metrics, boolean mayDrop, Violations violations) {
        long off = elapsedNanos - simulatedNanos - pausedNanos - droppedNanos - owedNanos;
        if (off != 0) {
            violations.add(Promise.LEDGER, metrics.tick(), Violation.UNKNOWN, this + " is off by " + off + " ns");
        }
        if (droppedNanos != metrics.droppedNanos()) {
            String text = this + ", but the metrics have counted " + metrics.droppedNanos() + " ns as dropped";
            violations.add(Promise.LEDGER, metrics.tick(), Violation.UNKNOWN, text);
        }
        if (!mayDrop && droppedNanos != 0) {
            String text = droppedNanos + " ns were dropped, with the policy never to slip";
            violations.add(Promise.DROPPED, metrics.tick(), Violation.UNKNOWN, text);
        }
    }

    @Override
    public String toString() {
        return elapsedNanos + " ns = " + simulatedNanos + " simulated + " + pausedNanos + " paused + " + droppedNanos
                + " dropped + " + owedNanos + " pending";
    }
}
