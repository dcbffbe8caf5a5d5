package io.github.freestep.benchmarks.pacing;

/** Spins until the due time: the best there is, for all of a core. */
final class SpinPacer extends LoopPacer {
    @Override
    long await(Recording recording) {
        long dueNanos = recording.dueNanos();
        while (dueNanos - System.nanoTime() > 0) {
            Thread.onSpinWait();
        }
        return dueNanos;
    }
}
