package io.github.freestep.physics.rooms.workers;

import io.github.freestep.physics.thread.TimerSlack;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.physics.thread.WorkerWaits;
import org.jspecify.annotations.Nullable;

/** One thread of a group. Again and again, it takes the run that has been due for longest, for one pass. */
final class Worker implements Runnable {
    enum Wait {
        NONE,
        SHORT,
        LONG
    }

    final Thread thread;
    final WorkerWaits waits;
    private final RunPool pool;
    private final WorkerSettings settings;

    /** The newest reading of the clock, the one at the end of the newest wait, and that at which a pass began. */
    long nowNanos;

    private long wokeNanos;
    long passNanos;

    /** Whether the clock has stood still during the newest wait, or has failed. */
    boolean stands;

    /** How long the next wait lasts at most, and whether it is for a tick, or by the clock. The pool decides this. */
    long untilNanos;

    boolean isForTick;

    /** The run whose code runs; null between two runs. The lock of the pool guards it, but any thread may look. */
    volatile @Nullable GroupRun current;

    /** Whether this worker waits until it is needed, and how it waits. The lock of the pool guards them. */
    boolean isIdle;

    Wait wait = Wait.NONE;

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
        try {
            TimerSlack.minimise();
            while (continues()) {}
        } finally {
            settings.timer().release(this);
            pool.ended(this);
        }
    }

    /** Calls runs until this worker is to end. Only the clock, which may be the user's, can throw here. */
    private boolean continues() {
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

    private boolean turn() {
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
