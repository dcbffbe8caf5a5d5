package io.github.freestep.physics.rooms.workers;

import io.github.freestep.physics.thread.TimerSlack;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.physics.thread.WorkerWaits;
import io.github.freestep.physics.watch.HangCheck;
import io.github.freestep.physics.watch.Watchdog;
import org.jspecify.annotations.Nullable;

/**
 * One thread of a group. Again and again, it takes the run that has been due for longest, for one pass. If a pass takes
 * long, the watchdog lets another worker call the other runs.
 */
final class Worker implements Runnable, Watchdog.Watched {
    /** How long the other runs wait for a pass. Most runs catch up on so much, and no ordinary step takes as long. */
    static final long MOST_NANOS = 100_000_000;

    final Thread thread;
    final WorkerWaits waits;
    private final RunPool pool;
    private final WorkerSettings settings;

    /** The newest reading of the clock, the one at the end of the newest wait, and that at which a pass began. */
    long nowNanos;

    private long wokeNanos;
    long passNanos;

    /** The number of the newest pass, written before {@link #current}; and when the watchdog has last looked at it. */
    long passes;

    volatile long watchedNanos = System.nanoTime();
    private final HangCheck watch = new HangCheck(2 * MOST_NANOS, watchedNanos);

    /** Whether the clock has stood still during the newest wait, or has failed. */
    boolean stands;

    /**
     * How long a wait for a pass lasts at most; and whether a wait is for a tick, or by the clock. The pool decides.
     */
    long untilNanos;

    boolean isForTick;

    /** The run whose code runs; null between two runs. The lock of the pool guards it, but any thread may look. */
    volatile @Nullable GroupRun current;

    /** Whether this worker waits until it is needed. The lock of the pool guards it. */
    boolean isIdle;

    /** The next worker of the pool, or null. The lock of the pool guards it, but any thread may look. */
    volatile @Nullable Worker next;

    Worker(RunPool pool, WorkerSettings settings, String name) {
        this.pool = pool;
        this.settings = settings;
        waits = new WorkerWaits(settings);
        // The thread that starts a worker may be any, so it inherits nothing of it.
        thread = new Thread(null, this, name, 0, false);
        thread.setDaemon(true);
    }

    @Override
    public void run() {
        settings.timer().raise(this);
        Watchdog.SYSTEM.watch(this);
        try {
            TimerSlack.minimise();
            while (continues()) {}
        } finally {
            Watchdog.SYSTEM.release(this);
            settings.timer().release(this);
            pool.ended(this);
        }
    }

    @Override
    public long everyNanos() {
        return MOST_NANOS / 2;
    }

    /** Lets another worker call the other runs if the pass takes long. For the watchdog's thread. */
    @Override
    public void check(long now) {
        watchedNanos = now;
        boolean isInPass = current != null;
        long pass = passes;
        if (watch.lastsNanos(pass, now) >= MOST_NANOS && isInPass) {
            pool.free(this, pass);
        }
    }

    /** Calls runs until this worker is to end. Only the clock, which may be the user's, can throw here. */
    boolean continues() {
        try {
            woke(waits.nanoTime());
            stands = true;
            while (turn()) {}
            return false;
        } catch (Throwable failure) {
            return pool.fail(this, failure);
        }
    }

    /** Notes the end of a wait. While the clock stands still, no pass becomes due, but signals must have an effect. */
    void woke(long now) {
        stands = now == nowNanos;
        nowNanos = now;
        wokeNanos = now;
    }

    /** Calls a run for one pass. Returns false if this worker is to end. */
    boolean turn() {
        GroupRun run = pool.next(this);
        if (run != null) {
            run.pass(nowNanos, wokeNanos, waits.latenessNanos(), pool.load.share);
            nowNanos = waits.nanoTime();
            run.planNext(nowNanos, nowNanos - passNanos);
            pool.done(this, run);
        }
        return run != null;
    }
}
