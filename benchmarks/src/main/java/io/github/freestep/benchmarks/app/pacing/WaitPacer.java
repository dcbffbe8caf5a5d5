package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;

/** Freestep's wait and nothing else: with the timer slack that threads are born with. */
final class WaitPacer extends LoopPacer {
    private PreciseWait wait;

    /** With a wait that has learned nothing yet, as everybody's has. */
    @Override
    public PacingRound run(int rate, int ticks) throws InterruptedException {
        wait = new PreciseWait(NanoClock.system());
        return super.run(rate, ticks);
    }

    @Override
    long await(WakeUpLog recording) {
        long dueNanos = recording.dueNanos();
        wait.until(dueNanos);
        return dueNanos;
    }

    /** The default budget, and what a park oversleeps by the slack. */
    @Override
    public double cpuLimitPercent() {
        return 3;
    }
}
