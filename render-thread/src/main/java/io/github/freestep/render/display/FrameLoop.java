package io.github.freestep.render.display;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Threads;
import io.github.freestep.internal.problem.Problems;
import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.problem.Problem;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A thread that samples and draws, frame after frame, for hosts that have no render thread of their own. Safe for use
 * by any number of threads; only {@link #close} blocks.
 *
 * <pre>{@code
 * FrameLoop loop = FrameLoop.start(FrameSampler.builder(physics.states()), handler); // draws and swaps
 * while (loop.isRunning() && !glfwWindowShouldClose(window)) {
 *     glfwWaitEventsTimeout(0.1); // this thread calls back when a key is pressed: physics.input().action(code, 1)
 * }
 * loop.close();
 * }</pre>
 *
 * <p>Input does not come through the loop. Post it where it arrives, such as in a callback of the main thread, which
 * has nothing else to do: then no key waits for a frame.
 *
 * <p>Without a cap, the loop runs as fast as the handler, which may block in its buffer swap, and a {@link FramePacer}
 * lets each frame begin as late as it can. With a cap of n frames per second, frames are due on a grid of times, so
 * that a late frame does not delay the frames after it. The loop ends when it is closed or interrupted, or when the
 * handler throws, which it reports in the log. Its thread is a daemon.
 */
public final class FrameLoop implements AutoCloseable {
    private static final int UNCAPPED = 0;
    private static final int MAX_FRAMES_PER_SECOND = 10_000;

    /** How long {@link #close} waits for the handler. */
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

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
    private final FramePacer pacer;
    private final long closeTimeoutNanos;
    private final Thread thread = new Thread(this::run, "freestep-render");

    private volatile boolean stopRequested;
    private volatile @Nullable Throwable failure;

    /** Whether a call of {@link #close} has given up waiting. Only the first one throws. */
    private final AtomicBoolean gaveUp = new AtomicBoolean();

    private final Reporter problems = Problems.toLog().of("");

    /** Opens the sampler here, so that the caller learns of a full buffer: the loop's thread could not report it. */
    FrameLoop(FrameSampler.Builder frames, int fps, FrameHandler handler, long closeTimeoutNanos, FineTimer timer) {
        this.handler = Objects.requireNonNull(handler, "handler must not be null");
        grid = fps == UNCAPPED ? null : new Timeline(Ratio.of(fps), 0);
        this.closeTimeoutNanos = closeTimeoutNanos;
        thread.setDaemon(true);
        sampler = Objects.requireNonNull(frames, "frames must not be null").open();
        clock = sampler.states().clock();
        if (sampler.states().isInline()) {
            sampler.close();
            throw new IllegalStateException(
                    "a frame loop needs the states of a physics thread, but the host's own frame"
                            + " loop publishes these; open() a sampler, and sample in that loop");
        }
        pacer = FramePacer.open(clock, timer, FrameCosts.FRAMES_PER_MISS);
    }

    /**
     * Starts a thread that samples and draws as many frames as the handler can, until the loop is closed.
     *
     * @param frames the options of the sampler
     * @param handler called by that thread for each frame
     * @return the running loop
     * @throws IllegalStateException if the states are those of a stepper, because the host's frame loop already drives
     *     it; or if the buffer already has as many readers as it serves
     */
    public static FrameLoop start(FrameSampler.Builder frames, FrameHandler handler) {
        return new FrameLoop(frames, UNCAPPED, handler, CLOSE_NANOS, FineTimer.system()).start();
    }

    /**
     * Starts a thread that samples and draws at most n frames per second, until the loop is closed.
     *
     * @param frames the options of the sampler
     * @param framesPerSecond from 1 to 10000
     * @param handler called by that thread for each frame
     * @return the running loop
     * @throws IllegalArgumentException if framesPerSecond is out of that range
     * @throws IllegalStateException if the states are those of a stepper, because the host's frame loop already drives
     *     it; or if the buffer already has as many readers as it serves
     */
    public static FrameLoop start(FrameSampler.Builder frames, int framesPerSecond, FrameHandler handler) {
        if (framesPerSecond < 1 || framesPerSecond > MAX_FRAMES_PER_SECOND) {
            throw new IllegalArgumentException("framesPerSecond must be between 1 and " + MAX_FRAMES_PER_SECOND
                    + ", was " + framesPerSecond + "; for no cap, use start(frames, handler)");
        }
        return new FrameLoop(frames, framesPerSecond, handler, CLOSE_NANOS, FineTimer.system()).start();
    }

    FrameLoop start() {
        try {
            thread.start();
            return this;
        } catch (Throwable noThread) {
            pacer.close();
            sampler.close();
            throw noThread;
        }
    }

    /** Runs the loop. The loop's thread calls it; a test calls it on its own thread. */
    void run() {
        try (sampler;
                pacer) {
            handler.begin();
            PreciseWait wait = new PreciseWait(clock);
            long start = clock.nanoTime();
            long frame = 0;
            while (!ends()) {
                if (grid == null) {
                    pacer.await();
                    handler.draw(sampler.sample(pacer));
                    pacer.drawn();
                    handler.swap();
                    continue;
                }
                handler.draw(sampler.sample());
                handler.swap();
                // Missed frames are skipped.
                long next = Math.max(frame + 1, grid.tickAt(clock.nanoTime() - start - 1) + 1);
                long deadlineNanos = start + grid.simulationOf(next);
                waitUntil(deadlineNanos, wait);
                // A clock that stands still, as in a paused match, ends the wait early. Then the next frame is still to
                // come.
                frame = clock.nanoTime() - deadlineNanos < 0 ? frame : next;
            }
        } catch (Throwable t) {
            failure = t;
        }
        try {
            handler.end();
        } catch (Throwable t) {
            failure = failure == null ? t : failure;
        }
        Throwable ended = failure;
        if (ended != null) {
            problems.report(Problem.Kind.FRAMES_ENDED, "the frame loop has ended", ended);
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
        long now = clock.nanoTime();
        long leftNanos = deadlineNanos - now;
        while (!ends() && leftNanos > 2 * SLICE_NANOS) {
            clock.park(SLICE_NANOS);
            long since = now;
            now = clock.nanoTime();
            // While the clock stands still, the deadline does not come closer, so the parks are counted, as long as
            // they should take.
            leftNanos = now == since ? leftNanos - SLICE_NANOS : deadlineNanos - now;
        }
        if (!ends()) {
            wait.until(now + leftNanos);
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
     * <p>Does not throw the {@link #failure}, because the log has it already.
     *
     * @throws IllegalStateException if the handler did not return within 5 seconds; the cause has the stack trace of
     *     the place where it hung
     */
    @Override
    public void close() {
        stopRequested = true;
        if (Thread.currentThread() == thread || gaveUp.get()) {
            return;
        }
        if (Threads.join(thread, closeTimeoutNanos)) {
            // The program may end now, and a problem that has not been delivered would be lost.
            problems.flush();
            return;
        }
        Throwable hang = Threads.where(thread);
        thread.interrupt();
        Threads.join(thread, closeTimeoutNanos);
        pacer.close();
        if (gaveUp.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "the frame handler did not return within " + TimeUnit.NANOSECONDS.toMillis(closeTimeoutNanos)
                            + " ms, and was interrupted; its thread ends when it returns",
                    hang);
        }
    }
}
