package io.github.freestep.benchmarks.app.pacing;

/** Spins until the due time: the best there is, for all of a core. */
final class SpinPacer extends LoopPacer {
    @Override
    long await(WakeUpLog recording) {
        long dueNanos = recording.dueNanos();
        while (dueNanos - System.nanoTime() > 0) {
            Thread.onSpinWait();
        }
        return dueNanos;
    }
}
