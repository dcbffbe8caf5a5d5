package io.github.freestep.render;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Threads;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A thread that samples and draws, frame after frame: for hosts that have none of their own. Safe for use by any number of
 * threads; only {@link #close} blocks.
 *
 * <p>It keeps to a cap of frames a second, on a grid of times on which a late frame does not delay those after it; or goes as
 * fast as the handler, which may block in its buffer swap. It ends when it is closed or interrupted, or when the handler throws.
 * Its thread is a daemon.
 */
public final class FrameLoop implements AutoCloseable {
    /** In place of a number of frames per second. */
    static final int UNCAPPED = 0;

    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** For how long at the most it does not see that it is to end, but for the last two before a frame. */
    private static final long SLICE_NANOS = 10_000_000;

    private final FrameHandler handler;
    private final NanoClock clock;
    private final int framesPerSecond;
    private final FrameSampler sampler;
    private final FineTimer timer;
    private final long closeTimeoutNanos;
    private final Thread thread = new Thread(this::run, "freestep-render");

    private volatile boolean stopRequested;
    private volatile Throwable failure;
    private volatile boolean failureSeen;

    /** Where the handler was when its time was up. Guarded by this. */
    private Throwable hang;

    private volatile boolean hangSeen;

    FrameLoop(FrameSampler.Builder builder, int framesPerSecond, FrameHandler handler) {
        this(builder, framesPerSecond, handler, CLOSE_NANOS);
    }

    /** Opens the sampler here, so that the caller learns of a full buffer: the loop's thread could not report it. */
    FrameLoop(FrameSampler.Builder builder, int framesPerSecond, FrameHandler handler, long closeTimeoutNanos) {
        this.handler = handler;
        this.framesPerSecond = framesPerSecond;
        this.closeTimeoutNanos = closeTimeoutNanos;
        clock = builder.clock;
        timer = builder.timer;
        thread.setDaemon(true);
        sampler = builder.open();
    }

    FrameLoop start() {
        try {
            thread.start();
            return this;
        } catch (Throwable noThread) {
            sampler.close();
            throw noThread;
        }
    }

    /** The thread's; a test calls it on its own. */
    void run() {
        if (framesPerSecond != UNCAPPED) {
            timer.raise(this);
        }
        try (sampler) {
            PreciseWait wait = new PreciseWait(clock);
            long start = clock.nanoTime();
            for (long frame = 1; !ends(); frame++) {
                handler.onFrame(sampler.sample());
                if (framesPerSecond != UNCAPPED) {
                    frame = Math.max(frame, framesSince(start));
                    waitUntil(start + framesNanos(frame), wait);
                }
            }
        } catch (Throwable t) {
            failure = t;
        } finally {
            timer.release(this);
        }
    }

    private boolean ends() {
        return stopRequested || Thread.currentThread().isInterrupted();
    }

    /** A precise wait can't be called off, so it is only for what is left at the end. */
    private void waitUntil(long deadlineNanos, PreciseWait wait) {
        while (!ends() && deadlineNanos - clock.nanoTime() > 2 * SLICE_NANOS) {
            clock.park(SLICE_NANOS);
        }
        if (!ends()) {
            wait.until(deadlineNanos);
        }
    }

    /** The next on the grid after now: frames that were missed are not made up for. */
    private long framesSince(long start) {
        double frames = (clock.nanoTime() - start) / 1e9 * framesPerSecond;
        return (long) Math.ceil(frames);
    }

    private long framesNanos(long frames) {
        long seconds = frames / framesPerSecond;
        long rest = frames % framesPerSecond;
        return seconds * 1_000_000_000 + rest * 1_000_000_000 / framesPerSecond;
    }

    /**
     * Whether frames are still drawn.
     *
     * @return false once it has ended, for whatever reason
     */
    public boolean isRunning() {
        return thread.isAlive();
    }

    /**
     * What the handler has thrown.
     *
     * @return null if nothing
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        Throwable thrown = failure;
        failureSeen |= thrown != null;
        return thrown;
    }

    /**
     * Ends the loop, and returns once its thread has ended. A second call does nothing. Called by the handler it only
     * requests the end.
     *
     * @throws IllegalStateException if the handler has thrown, and no caller has read the {@link #failure}, which
     *     is then the cause; or if it does not return within 5 seconds, with the place where it hangs as the cause,
     *     whether or not an interrupt ends it within 5 more. Its thread ends when it returns
     */
    @Override
    public void close() {
        stopRequested = true;
        if (Thread.currentThread() == thread || hangSeen) {
            return;
        }
        if (!Threads.join(thread, closeTimeoutNanos)) {
            interrupt();
            Threads.join(thread, closeTimeoutNanos);
            timer.release(this);
        }
        tell();
    }

    private synchronized void interrupt() {
        if (hang == null) {
            hang = Threads.where(thread);
        }
        thread.interrupt();
    }

    /** Once, whoever closes: what a handler throws because of the interrupt is no second fault. */
    private synchronized void tell() {
        if (hang != null && !hangSeen) {
            hangSeen = true;
            failureSeen = true;
            throw new IllegalStateException(
                    "the frame handler did not return within " + TimeUnit.NANOSECONDS.toMillis(closeTimeoutNanos)
                            + " ms, and was interrupted; let it return, and its thread ends",
                    hang);
        }
        if (failure != null && !failureSeen) {
            failureSeen = true;
            throw new IllegalStateException("the frame handler failed: " + failure, failure);
        }
    }
}
