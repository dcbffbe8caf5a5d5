package io.github.freestep.benchmarks.app.pacing;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The library's way: {@code scheduleAtFixedRate}, on a pool of one thread. */
final class ExecutorPacer implements Pacer {
    @Override
    public PacingRound run(int rate, int ticks) throws InterruptedException {
        WakeUpLog recording = new WakeUpLog(rate, ticks);
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
        try {
            // The executor keeps its own grid to itself; it starts within a microsecond of this one.
            recording.start();
            executor.scheduleAtFixedRate(
                    () -> recording.wakeUp(recording.dueNanos()),
                    recording.periodNanos(),
                    recording.periodNanos(),
                    TimeUnit.NANOSECONDS);
            return recording.round();
        } finally {
            executor.shutdownNow();
        }
    }
}
