package io.github.freestep.benchmarks.jcstress;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.thread.SystemRequests;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock that stands still, for a thread that falls asleep while another thread signals it. A deep park begins only
 * after the signal, so if it lasts, the signal was lost.
 */
final class LatePark implements NanoClock {
    /** A park after a signal ends at once, so a park that lasts as long as this has got no signal. */
    private static final long LOST_NANOS = 50_000_000;

    /** Longer than each wait for a look for signals, and shorter than a deep sleep. */
    private static final long DEEP_NANOS = 1_000_000_000;

    /** What has become of the request: "seen" before a deep sleep, "woken" from it, or "lost". */
    String seen = "seen";

    private volatile boolean signalled;

    /** Lets deep parks begin. For the thread that signals, when it has. */
    void signalled() {
        signalled = true;
    }

    /** Returns the settings of a thread with a clock. */
    static WorkerSettings settings(NanoClock clock) {
        return new WorkerSettings("", clock, 0, new FineTimer("Linux"), SystemRequests.NONE);
    }

    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public void park(long nanos) {
        if (nanos > DEEP_NANOS) {
            while (!signalled) {
                Thread.onSpinWait();
            }
            long since = System.nanoTime();
            LockSupport.parkNanos(LOST_NANOS);
            seen = System.nanoTime() - since < LOST_NANOS ? "woken" : "lost";
        }
    }
}
