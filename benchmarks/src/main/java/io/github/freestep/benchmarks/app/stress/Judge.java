package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.PhysicsMetrics;

/** Compares what was counted in a run, once all of its threads have ended. */
final class Judge {
    private Judge() {}

    /** Gives back the ledger; null if the world could not be set up, and so there is nothing to compare. */
    static Ledger judge(StressRun run, ServiceBooks books, Scene scene) {
        Timeline timeline = books.timeline();
        if (timeline == null) {
            return null;
        }
        Violations violations = run.violations;
        PhysicsMetrics metrics = run.physics.metrics();
        long now = run.physics.clock().nanoTime();
        Ledger ledger = Ledger.of(timeline, now);
        ledger.check(metrics, run.settings.overload().mayDrop(), violations);
        run.input.balance(scene, metrics, books.takeWaitingInputs(now));
        RunCounts.of(metrics, run.stressed, run.ticks).check(violations);
        run.observer.watches.forEach(watch -> watch.judge(violations));
        return ledger;
    }
}
