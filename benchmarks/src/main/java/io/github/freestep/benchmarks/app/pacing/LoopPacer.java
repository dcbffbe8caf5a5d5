package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Runs a thread that waits, wakes up and waits again. The pacers made here differ only in how it waits. */
final class LoopPacer implements Pacer {
    /** Waits for the next wake-up and returns when it was due. */
    private interface Wait {
        long await(WakeUpLog log) throws InterruptedException;
    }

    private interface GridWait {
        void until(long dueNanos);
    }

    private final Supplier<Wait> waits;
    private final int warmUpRate;
    private final double cpuLimitPercent;

    private LoopPacer(Supplier<Wait> waits, int warmUpRate, double cpuLimitPercent) {
        this.waits = waits;
        this.warmUpRate = warmUpRate;
        this.cpuLimitPercent = cpuLimitPercent;
    }

    /**
     * Sleeps for one period between ticks, as most code does. Oversleeping delays a tick and all ticks after it. The
     * warm-up is slow, because on older JDKs no sleep is shorter than a millisecond.
     */
    static Pacer sleep() {
        return new LoopPacer(
                () -> log -> {
                    long dueNanos = log.afterPreviousNanos();
                    TimeUnit.NANOSECONDS.sleep(log.periodNanos());
                    return dueNanos;
                },
                500,
                Double.NaN);
    }

    /** Parks until the due time, and parks again after an early wake-up. */
    static Pacer park() {
        return onGrid(
                () -> dueNanos -> {
                    long leftNanos;
                    while ((leftNanos = dueNanos - System.nanoTime()) > 0) {
                        LockSupport.parkNanos(leftNanos);
                    }
                },
                Double.NaN);
    }

    /** Spins until the due time: the most precise way, at the cost of a whole core. */
    static Pacer spin() {
        return onGrid(
                () -> dueNanos -> {
                    while (dueNanos - System.nanoTime() > 0) {
                        Thread.onSpinWait();
                    }
                },
                Double.NaN);
    }

    /**
     * Waits as Freestep does, but keeps the default timer slack of threads, which the service reduces. Each run starts
     * with a new wait that has learned nothing. The CPU limit is the default budget plus the time that parks oversleep
     * by the slack.
     */
    static Pacer preciseWait() {
        return onGrid(() -> new PreciseWait(NanoClock.system())::until, 3);
    }

    private static Pacer onGrid(Supplier<GridWait> waits, double cpuLimitPercent) {
        return new LoopPacer(
                () -> {
                    GridWait wait = waits.get();
                    return log -> {
                        long dueNanos = log.dueNanos();
                        wait.until(dueNanos);
                        return dueNanos;
                    };
                },
                20_000,
                cpuLimitPercent);
    }

    @Override
    public PacingRound run(int rate, int ticks) throws InterruptedException {
        WakeUpLog log = new WakeUpLog(rate, ticks);
        Wait wait = waits.get();
        Thread thread = new Thread(() -> pace(log, wait), "pacing");
        thread.setDaemon(true);
        thread.start();
        PacingRound round = log.round();
        thread.join();
        return round;
    }

    private static void pace(WakeUpLog log, Wait wait) {
        try {
            log.start();
            while (log.wakeUp(wait.await(log))) {}
        } catch (InterruptedException e) {
            throw new IllegalStateException("the pacing thread must not be interrupted", e);
        }
    }

    @Override
    public int warmUpRate() {
        return warmUpRate;
    }

    @Override
    public double cpuLimitPercent() {
        return cpuLimitPercent;
    }
}
