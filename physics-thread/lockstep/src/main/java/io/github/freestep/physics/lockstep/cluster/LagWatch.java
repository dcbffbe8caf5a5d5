package io.github.freestep.physics.lockstep.cluster;

import io.github.freestep.internal.Threads;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.agrona.ErrorHandler;

/**
 * Notices that the other nodes have deleted the part of the log that a running node needs next. Has its own thread,
 * which sleeps most of the time.
 *
 * <p>Aeron does not end such a node: it asks the leader for the log again and again. The error of each attempt occurs
 * at the leader, which has no fault, so no error says which node must end. So if a node gets no entry of the log for
 * some time, this asks the other nodes where their logs begin.
 */
final class LagWatch implements AutoCloseable {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The looks without a new entry before it asks. Even an idle match has 20 entries per second. */
    private static final int LOOKS = 6;

    private final LongSupplier entries;
    private final BooleanSupplier isTooFarBehind;
    private final Runnable end;
    private final ErrorHandler errors;
    private final Thread thread;
    private volatile boolean closed;

    /** The looks without a new entry, and the entries at the last one. */
    private int looks;

    private long before = -1;

    /**
     * Starts the thread.
     *
     * @param entries how many entries of the log the node has got
     * @param isTooFarBehind asks the other nodes, and may block for seconds
     * @param end ends the node; called at most once
     */
    LagWatch(
            LongSupplier entries,
            BooleanSupplier isTooFarBehind,
            Runnable end,
            ThreadFactory threads,
            ErrorHandler errors) {
        this.entries = entries;
        this.isTooFarBehind = isTooFarBehind;
        this.end = end;
        this.errors = errors;
        thread = threads.newThread(this::run);
        thread.start();
    }

    private void run() {
        boolean ended = false;
        while (!closed && !ended) {
            LockSupport.parkNanos(LOOK_NANOS);
            ended = look();
        }
    }

    /** Looks once, for the thread only. Returns whether it has ended the node. */
    boolean look() {
        long now = entries.getAsLong();
        looks = now == before ? looks + 1 : 0;
        before = now;
        if (looks < LOOKS) {
            return false;
        }
        looks = 0;
        boolean behind = isBehind();
        if (behind) {
            end.run();
        }
        return behind;
    }

    private boolean isBehind() {
        try {
            return isTooFarBehind.getAsBoolean();
        } catch (RuntimeException e) {
            // The own archive may be slow or have ended. The node goes on, and is asked again.
            if (!closed) {
                errors.onError(e);
            }
            return false;
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        Threads.join(thread, CLOSE_NANOS);
    }
}
