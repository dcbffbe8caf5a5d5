package io.github.freestep.net.link;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Threads;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that owns a link and works on it, pass by pass. Safe for use by any number of threads.
 *
 * <p>It opens another link after it was stopped for long, for example by SIGSTOP or a laptop's sleep. Aeron closes
 * itself after such a stop, and what waits in the old link is out of date. It also does so when Aeron has closed the
 * link, when a file of Aeron could not be written, or when the work asks for it.
 */
public final class LinkThread implements AutoCloseable {
    /** What the thread does. Called by the thread only. */
    public interface Work {
        /** Opens streams on a new link. The streams of the previous link are closed. */
        void open(AeronLink link);

        /**
         * Does what is due. After an exception of Aeron, or a checked one, the thread opens another link in a second.
         *
         * @return nanoseconds until the next pass; negative to get another link
         */
        long pass(AeronLink link, long nowNanos);

        /** Whether a datagram that arrives ends the wait for the next pass. */
        default boolean wakesUp() {
            return false;
        }

        /** Whether the thread may end now that it was requested. Until then, passes go on as long as the link does. */
        default boolean mayEnd() {
            return true;
        }

        /** With whom links exchange datagrams: the same for all links. Null for everyone, as Aeron does. */
        default @Nullable Peers peers() {
            return null;
        }

        /** Frees what the work holds. Called once, at the end, even if {@link #open} has failed. */
        void close();
    }

    /** Returned by a pass to get another link. */
    public static final long REOPEN = -1;

    private static final long STOPPED_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String role;
    private final int port;
    private final int sessionsPerStream;
    private final Work work;
    private final NanoClock clock;
    private final Thread thread;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();

    private DriverFolder folder;
    private AeronLink link;

    /** Whether a file of the link could not be written, so that the link is of no more use. */
    private boolean unwritable;

    private volatile boolean stopRequested;
    private volatile Throwable failure;
    private volatile Throwable lastError;

    /**
     * Creates the thread without starting it.
     *
     * @param role with the port, names the folder for Aeron's files; also in the name of the thread
     * @param sessionsPerStream the most sources of one stream that may be received at a time
     */
    public LinkThread(String role, int port, int sessionsPerStream, Work work) {
        this(role, port, sessionsPerStream, work, System::nanoTime);
    }

    /** The clock measures the thread's passes and waits. */
    LinkThread(String role, int port, int sessionsPerStream, Work work, NanoClock clock) {
        this.clock = clock;
        this.role = role;
        this.port = port;
        this.sessionsPerStream = sessionsPerStream;
        this.work = work;
        thread = new Thread(this::run, "freestep-" + role);
        thread.setDaemon(true);
    }

    /**
     * Starts the thread, and returns once it has opened its streams.
     *
     * @throws IllegalStateException if Aeron or the JVM's flag is missing
     * @throws UncheckedIOException if the streams cannot be opened
     */
    public void start() {
        try {
            AeronFlag.require();
            thread.start();
        } catch (Throwable t) {
            work.close();
            throw t;
        }
        try {
            opened.join();
        } catch (CompletionException e) {
            Threads.join(thread, CLOSE_NANOS);
            Throwable why = e.getCause();
            throw new UncheckedIOException(
                    "freestep-" + role + " could not be started: " + why.getMessage(),
                    why instanceof IOException known ? known : new IOException(why.getMessage(), why));
        }
    }

    private void run() {
        FineTimer.system().raise(this);
        try {
            open();
            opened.complete(null);
            passes();
        } catch (InternalError e) {
            failure = unwritable(e);
            opened.completeExceptionally(failure);
        } catch (Throwable t) {
            failure = t;
            opened.completeExceptionally(t);
        } finally {
            closeLink();
            closeFolder();
            work.close();
            FineTimer.system().release(this);
        }
    }

    /** The JVM throws an InternalError if a page of a mapped file cannot be written. */
    private IllegalStateException unwritable(InternalError e) {
        return new IllegalStateException(
                "a file in " + folder.driver() + " could not be written, probably because its file system is full;"
                        + " give it up to 45 MB for each sender and receiver",
                e);
    }

    private void passes() {
        boolean stopped = false;
        while (!stopRequested || !work.mayEnd()) {
            long wait = stopped || unwritable || link.isClosed() ? REOPEN : pass(clock.nanoTime());
            if (wait < 0) {
                if (!reopen()) {
                    return;
                }
                stopped = false;
            } else {
                stopped = waitFor(wait);
            }
        }
    }

    /**
     * Returns whether the thread was stopped meanwhile, or interrupted before. The pass before does not count: it may
     * be a long one, such as the first that sends many bodies, and would be as long on another link. The thread waits
     * for most of the time, and Aeron closes itself after a long stop in a pass.
     */
    private boolean waitFor(long nanos) {
        long since = clock.nanoTime();
        try {
            link.await(nanos);
        } catch (IOException e) {
            lastError = e;
            pauseBeforeRetry();
            return true;
        }
        // An interrupt closes the sockets that are used meanwhile. No code has a reason to interrupt this thread.
        return Thread.interrupted() || clock.nanoTime() - since > STOPPED_NANOS;
    }

    /**
     * Runs a pass, and requests another link after an exception of Aeron or a checked one. Aeron may refuse another
     * stream, for example because memory is short or the driver was late. It also throws checked exceptions, such as an
     * IOException if a file cannot be mapped.
     */
    private long pass(long nowNanos) {
        try {
            return work.pass(link, nowNanos);
        } catch (Exception e) {
            if (e instanceof RuntimeException ours && !AeronLink.hasThrown(ours)) {
                throw ours;
            }
            lastError = e;
            pauseBeforeRetry();
            return REOPEN;
        } catch (InternalError e) {
            report(e);
            return REOPEN;
        }
    }

    /**
     * Keeps trying: the network may be down, another process may have the port, or there may be no space for files.
     * Returns false if the thread shall end.
     */
    private boolean reopen() {
        while (!stopRequested) {
            try {
                // An interrupted thread cannot open files.
                Thread.interrupted();
                closeLink();
                if (unwritable) {
                    // Where there is enough space, which may be on another file system.
                    pauseBeforeRetry();
                    closeFolder();
                    unwritable = false;
                }
                open();
                return true;
            } catch (Exception e) {
                lastError = e;
                pauseBeforeRetry();
            } catch (InternalError e) {
                report(e);
            }
        }
        return false;
    }

    /** Takes an error from which the thread recovers. Aeron's driver passes on what it has caught itself. */
    private void report(Throwable error) {
        if (error instanceof InternalError e) {
            unwritable = true;
            lastError = unwritable(e);
        } else {
            lastError = error;
        }
    }

    private void pauseBeforeRetry() {
        long since = System.nanoTime();
        while (!stopRequested && System.nanoTime() - since < RETRY_NANOS) {
            LockSupport.parkNanos(SLICE_NANOS);
        }
    }

    private void open() {
        if (folder == null) {
            folder = DriverFolder.claim(role, port);
        }
        link = AeronLink.open(folder, sessionsPerStream, work.wakesUp(), work.peers(), this::report);
        work.open(link);
    }

    private void closeLink() {
        AeronLink old = link;
        link = null;
        if (old != null) {
            try {
                old.close();
            } catch (InternalError e) {
                report(e);
            }
        }
    }

    private void closeFolder() {
        DriverFolder old = folder;
        folder = null;
        if (old != null) {
            old.close();
        }
    }

    /**
     * Ends the thread's wait for the next pass, unless datagrams end it. A system call if the thread waits.
     */
    public void wake() {
        LockSupport.unpark(thread);
    }

    /** What ended the thread; null while it runs, and after {@link #close} has ended it. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** The newest error of the network, from which the thread recovers; null if there was none. */
    public @Nullable Throwable lastError() {
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
