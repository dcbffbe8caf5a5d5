package io.github.freestep.render;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Threads;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A thread that samples and draws, frame after frame, for hosts that have no render thread of their own. Safe for use
 * by any number of threads; only {@link #close} blocks.
 *
 * <p>With a cap of n frames per second, frames are due on a grid of times, so that a late frame does not delay the
 * frames after it. Without a cap, the loop runs as fast as the handler, which may block in its buffer swap. The loop
 * ends when it is closed or interrupted, or when the handler throws. Its thread is a daemon.
 */
public final class FrameLoop implements AutoCloseable {
    /** Stands for no cap, in place of a number of frames per second. */
    static final int UNCAPPED = 0;

    /** How long {@link #close} waits for the handler. */
    static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /**
     * The interval at which a waiting loop checks whether it has to end. It does not check in the last two slices
     * before a frame.
     */
    private static final long SLICE_NANOS = 10_000_000;

    private final FrameHandler handler;
    private final NanoClock clock;

    /** When frames are due, from the start of the loop; null without a cap. */
    private final @Nullable Timeline grid;

    private final FrameSampler sampler;
    private final FineTimer timer;
    private final long closeTimeoutNanos;
    private final Thread thread = new Thread(this::run, "freestep-render");

    private volatile boolean stopRequested;
    private volatile Throwable failure;

    /** Whether a call of {@link #close} has given up waiting. Only the first one throws. */
    private final AtomicBoolean gaveUp = new AtomicBoolean();

    /** Opens the sampler here, so that the caller learns of a full buffer: the loop's thread could not report it. */
    FrameLoop(FrameSampler.Builder builder, int framesPerSecond, FrameHandler handler, long closeTimeoutNanos) {
        this.handler = handler;
        grid = framesPerSecond == UNCAPPED ? null : new Timeline(Ratio.of(framesPerSecond), 0);
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

    /** Runs the loop. The loop's thread calls it; a test calls it on its own thread. */
    void run() {
        if (grid != null) {
            timer.raise(this);
        }
        try (sampler) {
            PreciseWait wait = new PreciseWait(clock);
            long start = clock.nanoTime();
            long frame = 0;
            while (!ends()) {
                handler.onFrame(sampler.sample());
                if (grid != null) {
                    // Missed frames are skipped.
                    long next = Math.max(frame + 1, grid.tickAt(clock.nanoTime() - start - 1) + 1);
                    long deadlineNanos = start + grid.simulationOf(next);
                    waitUntil(deadlineNanos, wait);
                    // A clock that stands still, as in a paused match, ends the wait early. Then the next frame is
                    // still to come.
                    frame = clock.nanoTime() - deadlineNanos < 0 ? frame : next;
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

    /**
     * Waits in slices, so that the loop can end between two of them. The last two slices are one precise wait, which
     * {@link #close} does not cut short.
     */
    private void waitUntil(long deadlineNanos, PreciseWait wait) {
        while (!ends() && deadlineNanos - clock.nanoTime() > 2 * SLICE_NANOS) {
            clock.park(SLICE_NANOS);
        }
        if (!ends()) {
            wait.until(deadlineNanos);
        }
    }

    /**
     * Whether the loop still runs.
     *
     * @return false once its thread has ended, for whatever reason
     */
    public boolean isRunning() {
        return thread.isAlive();
    }

    /**
     * What the handler threw.
     *
     * @return the exception or error; null if the handler threw nothing
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        return failure;
    }

    /**
     * Ends the loop, and returns once its thread has ended. A second call does nothing. If the handler calls this, it
     * only requests the end.
     *
     * <p>If the handler does not return within 5 seconds, {@code close} interrupts it, waits for at most 5
     * more seconds, and throws, even if the handler has returned by then. If the handler returns later, the
     * loop's thread ends then.
     *
     * <p>Does not throw the {@link #failure}.
     *
     * @throws IllegalStateException if the handler did not return within 5 seconds; the cause has the stack trace of
     *     the place where it hung
     */
    @Override
    public void close() {
        stopRequested = true;
        if (Thread.currentThread() == thread || gaveUp.get() || Threads.join(thread, closeTimeoutNanos)) {
            return;
        }
        Throwable hang = Threads.where(thread);
        thread.interrupt();
        Threads.join(thread, closeTimeoutNanos);
        timer.release(this);
        if (gaveUp.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "the frame handler did not return within " + TimeUnit.NANOSECONDS.toMillis(closeTimeoutNanos)
                            + " ms, and was interrupted; its thread ends when it returns",
                    hang);
        }
    }
}
