package io.github.freestep.benchmarks.app.pacing;

import java.util.concurrent.TimeUnit;

/**
 * Sleeps for a period between ticks, as most code does: each is as late as it sleeps too long, and all of those after it
 * are too.
 */
final class SleepPacer extends LoopPacer {
    @Override
    long await(WakeUpLog recording) throws InterruptedException {
        long dueNanos = recording.afterPreviousNanos();
        TimeUnit.NANOSECONDS.sleep(recording.periodNanos());
        return dueNanos;
    }

    /** On older JDKs no sleep is shorter than a millisecond. */
    @Override
    public int warmUpRate() {
        return 500;
    }
}
