package io.github.freestep.benchmarks.app.pacing;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The JDK's way: {@code scheduleAtFixedRate} on a pool of one thread. */
final class ExecutorPacer implements Pacer {
    @Override
    public PacingRound run(int rate, int ticks) throws InterruptedException {
        WakeUpLog log = new WakeUpLog(rate, ticks);
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
        try {
            // The executor does not show its due times; its grid starts within a microsecond of the log's grid.
            log.start();
            executor.scheduleAtFixedRate(
                    () -> log.wakeUp(log.dueNanos()), log.periodNanos(), log.periodNanos(), TimeUnit.NANOSECONDS);
            return log.round();
        } finally {
            executor.shutdownNow();
        }
    }
}
