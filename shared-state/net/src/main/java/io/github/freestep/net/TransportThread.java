package io.github.freestep.net;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Threads;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that works on a transport, pass by pass: it passes on the datagrams that have arrived, does what is
 * due, and waits. Safe for use by any number of threads.
 */
final class TransportThread implements AutoCloseable {
    /** What the thread does. Called by the thread only. */
    interface Work {
        /**
         * Takes a datagram, from position to limit. The buffer has an array, and is valid during the call only.
         *
         * @param source where it says to come from, which may be forged
         */
        void datagram(ByteBuffer datagram, SocketAddress source);

        /**
         * Does what is due.
         *
         * @return nanoseconds until the next pass
         */
        long pass(long nowNanos);

        /** Whether a datagram that arrives ends the wait for the next pass. */
        default boolean wakesUp() {
            return false;
        }

        /**
         * Says to the peers that the work ends. Called after the last pass, unless one has failed.
         *
         * @return whether to say it again, because datagrams may be lost
         */
        default boolean sayEnd() {
            return false;
        }

        /** Frees what the work holds. Called once, at the end. */
        void close();
    }

    /** The most datagrams before the next pass, so that a flood of them does not keep the thread from its work. */
    private static final int MOST_DATAGRAMS = 1_024;

    /** How often the end is said, and the time between two of these. */
    private static final int LAST_WORDS = 4;

    private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final DatagramTransport transport;
    private final boolean isOwn;
    private final NanoClock clock;
    private final Thread thread;
    private final ByteBuffer received = ByteBuffer.allocateDirect(DatagramTransport.MAX_BYTES + 1);
    private final ByteBuffer datagram = ByteBuffer.allocate(DatagramTransport.MAX_BYTES);
    private Work work;

    private volatile boolean stopRequested;
    private volatile @Nullable Throwable failure;
    private volatile @Nullable Throwable lastError;

    /**
     * Creates the thread without starting it.
     *
     * @param role for the name of the thread
     * @param isOwn whether the thread closes the transport at its end
     */
    TransportThread(String role, DatagramTransport transport, boolean isOwn) {
        this(role, transport, isOwn, System::nanoTime);
    }

    /** The clock measures the thread's passes. */
    TransportThread(String role, DatagramTransport transport, boolean isOwn, NanoClock clock) {
        this.transport = transport;
        this.isOwn = isOwn;
        this.clock = clock;
        thread = new Thread(this::run, "freestep-" + role);
        thread.setDaemon(true);
    }

    DatagramTransport transport() {
        return transport;
    }

    /** Starts the thread. If that fails, the work and an own transport are closed, as they are at its end. */
    void start(Work first) {
        work = first;
        try {
            thread.start();
        } catch (Throwable t) {
            end();
            throw t;
        }
    }

    private void run() {
        FineTimer.system().raise(this);
        try {
            while (!stopRequested) {
                receive();
                await(work.pass(clock.nanoTime()));
            }
            for (int i = 1; work.sayEnd() && i < LAST_WORDS; i++) {
                LockSupport.parkNanos(BETWEEN_NANOS);
            }
        } catch (Throwable t) {
            failure = t;
        } finally {
            end();
            FineTimer.system().release(this);
        }
    }

    private void receive() {
        try {
            for (int i = 0; i < MOST_DATAGRAMS; i++) {
                SocketAddress source = transport.receive(received.clear());
                if (source == null) {
                    return;
                }
                if (received.position() <= DatagramTransport.MAX_BYTES) {
                    datagram.clear().put(received.flip()).flip();
                    work.datagram(datagram, source);
                }
            }
        } catch (IOException e) {
            report(e);
        }
    }

    private void await(long nanos) {
        if (stopRequested) {
            return;
        }
        if (!work.wakesUp()) {
            LockSupport.parkNanos(nanos);
        } else {
            try {
                transport.await(nanos);
            } catch (IOException e) {
                report(e);
                LockSupport.parkNanos(nanos);
            }
        }
        // No code has a reason to interrupt this thread, and an interrupted thread would not wait any more.
        Thread.interrupted();
    }

    private void end() {
        if (isOwn) {
            transport.close();
        }
        work.close();
    }

    /** Makes an error, from which the thread recovers, the newest one. */
    void report(Throwable error) {
        lastError = error;
    }

    /** What ended the thread; null while it runs, and after {@link #close} has ended it. */
    @Nullable Throwable failure() {
        return failure;
    }

    /** The newest error of the network, from which the thread recovers; null if there was none. */
    @Nullable Throwable lastError() {
        return lastError;
    }

    /**
     * Ends the thread, and waits for its end. A second call does nothing.
     *
     * @throws IllegalStateException if the thread does not end
     */
    @Override
    public void close() {
        stopRequested = true;
        if (Thread.currentThread() == thread) {
            return;
        }
        LockSupport.unpark(thread);
        if (!Threads.join(thread, CLOSE_NANOS)) {
            throw new IllegalStateException(
                    thread.getName() + " did not end within " + CLOSE_NANOS / 1_000_000
                            + " ms; it ends when the call in the cause returns",
                    Threads.where(thread));
        }
    }
}
