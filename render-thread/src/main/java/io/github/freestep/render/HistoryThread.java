package io.github.freestep.render;

import io.github.freestep.internal.Threads;
import io.github.freestep.state.StateReader;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that looks at the newest states again and again, so that a {@link WindowKeeper} takes all of them. */
final class HistoryThread implements Runnable {
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long WAIT_NANOS = 1_000_000;
    private static final int MOST_WAITS = 1_000;

    private final StateReader reader;
    private final WindowKeeper keeper;
    private final long pollNanos;
    private final Thread thread = new Thread(this, "freestep-history");

    /** How often the thread has looked at the newest states. */
    private volatile long looks;

    /** Whether the next look also takes an edition that may be replaced again. */
    private volatile boolean isAsked;

    private volatile boolean stopRequested;
    private volatile @Nullable Throwable failure;

    /**
     * Prepares to take states.
     *
     * @param reader closed when the thread ends
     * @param keeper for this thread alone
     * @param pollNanos the time between two looks at the newest states, below the time of a window
     */
    HistoryThread(StateReader reader, WindowKeeper keeper, long pollNanos) {
        this.reader = reader;
        this.keeper = keeper;
        this.pollNanos = pollNanos;
        thread.setDaemon(true);
    }

    void start() {
        try {
            thread.start();
        } catch (Throwable e) {
            reader.close();
            throw e;
        }
    }

    @Override
    public void run() {
        try (reader) {
            while (!stopRequested) {
                boolean asked = isAsked;
                if (asked) {
                    // Before the look, so that a question that comes during it is answered by the next.
                    isAsked = false;
                }
                if (reader.acquire() || asked) {
                    keeper.take(reader, asked);
                }
                looks++;
                LockSupport.parkNanos(this, pollNanos);
            }
        } catch (Throwable e) {
            failure = e;
        }
    }

    /** Waits until the thread has taken all states that were published before, at most about a second. */
    void look() {
        // The look that is under way may have begun before.
        long until = looks + 2;
        isAsked = true;
        for (int i = 0; i < MOST_WAITS && looks < until && thread.isAlive(); i++) {
            LockSupport.unpark(thread);
            LockSupport.parkNanos(WAIT_NANOS);
        }
    }

    @Nullable Throwable failure() {
        return failure;
    }

    /** Ends the thread, and waits for it. */
    void close() {
        stopRequested = true;
        LockSupport.unpark(thread);
        if (!Threads.join(thread, CLOSE_NANOS)) {
            throw new IllegalStateException(
                    "the thread of a history did not end within " + TimeUnit.NANOSECONDS.toSeconds(CLOSE_NANOS) + " s",
                    Threads.where(thread));
        }
    }
}
