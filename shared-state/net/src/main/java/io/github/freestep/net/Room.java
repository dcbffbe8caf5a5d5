package io.github.freestep.net;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The work of one room of a {@link TransportThread}: its number, when it is due, and what ended it. An exception in it
 * ends only this room. Safe for use by any number of threads, except where a method says so.
 */
final class Room implements AutoCloseable {
    /** The largest number of a room, because a datagram has two bytes for it. */
    private static final int MOST = 65_535;

    /** How often the room tells its peers that it ends, and the pause between two of these. */
    private static final int LAST_WORDS = 4;

    private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    final int number;
    private final TransportThread thread;
    private TransportThread.Work work;
    private long dueNanos = System.nanoTime();
    private int said;
    private volatile boolean stopRequested;
    private volatile boolean ended;
    private volatile @Nullable Throwable failure;
    private volatile @Nullable Throwable lastError;

    Room(TransportThread thread, int number) {
        this.thread = thread;
        this.number = number;
    }

    /**
     * Checks the number of a room.
     *
     * @throws IllegalArgumentException if no room can have it
     */
    static int require(int number) {
        if (number < 0 || number > MOST) {
            throw new IllegalArgumentException("room must be between 0 and " + MOST + ", was " + number);
        }
        return number;
    }

    DatagramTransport transport() {
        return thread.transport();
    }

    /**
     * Starts the work. If that fails, the work is closed, as it is at its end.
     *
     * @throws IllegalStateException if the number of the room is taken, or the thread was closed
     */
    void start(TransportThread.Work first) {
        work = first;
        try {
            thread.add(this);
        } catch (Throwable t) {
            work.close();
            throw t;
        }
    }

    /** Takes a datagram. For the thread only. */
    void datagram(ByteBuffer datagram, SocketAddress source) {
        if (stopRequested || ended) {
            return;
        }
        try {
            work.datagram(datagram, source);
            if (work.wakesUp()) {
                dueNanos = System.nanoTime();
            }
        } catch (Throwable t) {
            end(t);
        }
    }

    /** Does what is due. For the thread only. */
    void pass(long nowNanos) {
        boolean mustEnd = stopRequested && said == 0;
        if (!mustEnd && dueNanos - nowNanos > 0) {
            return;
        }
        try {
            if (!stopRequested) {
                dueNanos = work.pass(nowNanos) + System.nanoTime();
            } else if (work.sayEnd() && ++said < LAST_WORDS) {
                dueNanos = nowNanos + BETWEEN_NANOS;
            } else {
                end(null);
            }
        } catch (Throwable t) {
            end(t);
        }
    }

    /** When the next pass is due. For the thread only. */
    long dueNanos() {
        return dueNanos;
    }

    boolean wakesUp() {
        return work.wakesUp();
    }

    /** Ends the work. For the thread only. */
    void end(@Nullable Throwable fault) {
        failure = fault;
        thread.remove(this);
        try {
            work.close();
        } catch (Throwable t) {
            failure = fault == null ? t : fault;
        }
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Sets the newest error from which the work recovers. */
    void report(Throwable error) {
        lastError = error;
    }

    /** What ended the work; null while it runs, and after {@link #close} has ended it. */
    @Nullable Throwable failure() {
        return failure;
    }

    /** The newest error of the network, from which the work recovers; null if there was none. */
    @Nullable Throwable lastError() {
        return lastError;
    }

    /** Asks the thread to end the work. */
    void stop() {
        stopRequested = true;
    }

    /**
     * Ends the work, and waits for its end. A second call does nothing.
     *
     * @throws IllegalStateException if it does not end
     */
    @Override
    public void close() {
        thread.close(this);
    }
}
