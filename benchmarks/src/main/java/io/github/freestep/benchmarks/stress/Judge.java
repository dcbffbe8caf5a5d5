package io.github.freestep.benchmarks.stress;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.physics.Metrics;
import io.github.freestep.physics.OpenService;
import io.github.freestep.time.Timeline;

/** Compares what was counted in a run, once all of its threads have ended. */
final class Judge {
    private Judge() {}

    /** Gives back the ledger; null if the world could not be set up, and so there is nothing to compare. */
    static Ledger judge(StressRun run, OpenService service, Scene scene) {
        Timeline timeline = service.timeline();
        if (timeline == null) {
            return null;
        }
        Violations violations = run.violations;
        Metrics metrics = run.physics.metrics();
        long now = run.physics.clock().nanoTime();
        Ledger ledger = Ledger.of(timeline, now);
        ledger.check(metrics, run.settings.mayDrop(), violations);
        run.input.balance(scene, metrics, service.takeWaitingInputs(now));
        if (metrics.faults() != run.stressed.failures()) {
            String text = metrics.faults() + " steps have failed, and " + run.stressed.failures() + " were to";
            violations.add(Promise.FAULT, text);
        }
        if (run.ticks.newestStep() != run.ticks.steps()) {
            String text = run.ticks.newestStep() + " steps were told, and statistics of " + run.ticks.steps();
            violations.add(Promise.EVENT, text);
        }
        if (run.stressed.ticks() != metrics.tick()) {
            String text = run.stressed.ticks() + " ticks were stepped, and the newest is " + metrics.tick();
            violations.add(Promise.LEDGER, text);
        }
        run.observer.watches.forEach(watch -> watch.judge(violations));
        return ledger;
    }
}
