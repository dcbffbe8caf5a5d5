package io.github.freestep.render;

import io.github.freestep.thread.Threads;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.PreciseWait;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that samples and draws, frame after frame: for hosts that have none of their own. Safe for use by any number of
 * threads; only {@link #close} blocks.
 *
 * <p>It keeps to a cap of frames a second, on a grid of times on which a late frame does not delay those after it; or goes as
 * fast as the handler, which may block in its buffer swap. It ends when it is closed or interrupted, or when the handler throws.
 * Its thread is a daemon.
 */
public final class FrameLoop implements AutoCloseable {
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final FrameOptions options;
    private final FrameHandler handler;
    private final NanoClock clock;
    private final Thread thread = new Thread(this::run, "freestep-render");

    private volatile boolean stopRequested;
    private volatile Throwable failure;
    private volatile boolean failureSeen;

    FrameLoop(FrameOptions options, FrameHandler handler) {
        this.options = options;
        this.handler = handler;
        clock = options.clock;
        thread.setDaemon(true);
    }

    FrameLoop start() {
        thread.start();
        return this;
    }

    /** The thread's; a test calls it on its own. */
    void run() {
        try (FrameSampler sampler = options.open()) {
            PreciseWait wait = new PreciseWait(clock);
            long start = clock.nanoTime();
            for (long frame = 1; !stopRequested && !Thread.currentThread().isInterrupted(); frame++) {
                handler.onFrame(sampler.sample());
                if (options.framesPerSecond > 0) {
                    frame = Math.max(frame, framesSince(start));
                    wait.until(start + framesNanos(frame));
                }
            }
        } catch (Throwable t) {
            failure = t;
        }
    }

    /** The next on the grid after now: frames that were missed are not made up for. */
    private long framesSince(long start) {
        double frames = (clock.nanoTime() - start) / 1e9 * options.framesPerSecond;
        return (long) Math.ceil(frames);
    }

    private long framesNanos(long frames) {
        long seconds = frames / options.framesPerSecond;
        long rest = frames % options.framesPerSecond;
        return seconds * 1_000_000_000 + rest * 1_000_000_000 / options.framesPerSecond;
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
    public Throwable failure() {
        Throwable thrown = failure;
        failureSeen |= thrown != null;
        return thrown;
    }

    /**
     * Ends the loop, and returns once its thread has ended. A second call does nothing. Called by the handler it only
     * requests the end.
     *
     * @throws IllegalStateException if the handler has thrown, and nobody has asked for the {@link #failure}, which is then
     *     the cause; or if it does not return within 5 seconds, with the place where it hangs as the cause. Its thread is
     *     interrupted, and ends when it returns
     */
    @Override
    public void close() {
        stopRequested = true;
        LockSupport.unpark(thread);
        if (Thread.currentThread() == thread) {
            return;
        }
        if (!Threads.join(thread, CLOSE_NANOS)) {
            Throwable where = Threads.where(thread);
            thread.interrupt();
            throw new IllegalStateException(
                    "the frame handler did not return within "
                            + Duration.ofNanos(CLOSE_NANOS).toSeconds() + " s; let it return, and its thread ends",
                    where);
        }
        if (failure != null && !failureSeen) {
            failureSeen = true;
            throw new IllegalStateException("the frame handler failed: " + failure, failure);
        }
    }
}
