package io.github.freestep.benchmarks.motion;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * A service and its frames on a virtual clock. Time passes while a step computes and while nothing is due, and the
 * service's thread draws the frames that fall into that time. That thread runs only within {@link #run}, so every run
 * has the same course.
 */
public final class OneThread implements AutoCloseable {
    private static final long SPIN_NANOS = 50;
    private static final long DEEP_NANOS = 1_000_000_000;
    private static final long SOON_NANOS = 5_000_000;

    private final Semaphore goes = new Semaphore(0);
    private final Semaphore rests = new Semaphore(0);
    private final LongSupplier stepCost;
    private final PhysicsService service;
    private volatile boolean closing;
    private volatile long nowNanos;

    // The semaphores hand these from one thread to the other.
    private LongConsumer frame = nanos -> {};
    private long frameNanos;
    private long nextFrameNanos = Long.MAX_VALUE;
    private long endNanos;
    private Throwable failure;
    private long stopNanos;
    private long stallNanos;

    /** Starts the service, with four states in the window and steps that take the given time. */
    public OneThread(Simulation simulation, LongSupplier stepCostNanos) {
        this(simulation, stepCostNanos, builder -> builder.window(4));
    }

    /** Starts the service with options of the caller's choice. */
    public OneThread(Simulation simulation, LongSupplier stepCostNanos, UnaryOperator<PhysicsBuilder> options) {
        stepCost = stepCostNanos;
        service = options.apply(PhysicsService.builder(new SlowSimulation(simulation, () -> {
                            restAtEnd();
                            work(stepCost.getAsLong());
                        }))
                        .rate(100)
                        .onProblem(problem -> {}))
                .clock(new Clock())
                .start();
        awaitRest();
    }

    /** Waits until the physics thread rests. It never does if the run has failed. */
    private void awaitRest() {
        try {
            while (!rests.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                assertNull(service.failure());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public PhysicsService physics() {
        return service;
    }

    /** Stops everything for a while, as a debugger does: within a step, or after the frame that is drawn now. */
    public void stop(long nanos) {
        stopNanos += nanos;
    }

    /** Keeps the physics thread from running for a while when it wakes up next. */
    public void stall(long nanos) {
        stallNanos += nanos;
    }

    /** Delays the frames after the one that is drawn now. */
    public void hitch(long nanos) {
        nextFrameNanos += nanos;
    }

    public StateBuffer states() {
        return service.states();
    }

    /** Draws frames for the given time. */
    public void run(double seconds, double fps, LongConsumer handler) {
        frame = handler;
        frameNanos = (long) (1e9 / fps);
        nextFrameNanos = nowNanos + frameNanos;
        endNanos = nowNanos + (long) (seconds * 1e9);
        goes.release();
        awaitRest();
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public void close() {
        closing = true;
        // The service must know before its thread goes, which would take thousands of ticks on this clock meanwhile.
        service.closeAsync();
        goes.release();
        service.close();
    }

    /** At the end of a run, lets the caller go on, and waits for the next one. */
    private void restAtEnd() {
        while (nowNanos >= endNanos && !closing) {
            rests.release();
            goes.acquireUninterruptibly();
        }
    }

    /** Lets time pass: within a step, or while nothing is due. For the thread of the service. */
    public void work(long nanos) {
        long end = nowNanos + nanos + stopped();
        while (nextFrameNanos <= end && !closing && failure == null) {
            nowNanos = nextFrameNanos;
            try {
                frame.accept(nextFrameNanos);
            } catch (Throwable t) {
                failure = t;
            }
            nextFrameNanos += frameNanos;
            end += stopped();
        }
        nowNanos = end;
    }

    private long stopped() {
        long stopped = stopNanos;
        stopNanos = 0;
        nextFrameNanos += stopped;
        return stopped;
    }

    private final class Clock implements NanoClock {
        @Override
        public long nanoTime() {
            return nowNanos;
        }

        @Override
        public void park(long nanos) {
            // A deep sleep ends soon, because a frame that it draws may have a request, and no other thread wakes it.
            long until = nowNanos + (nanos > DEEP_NANOS ? SOON_NANOS : nanos) + stallNanos;
            stallNanos = 0;
            while (until > endNanos && !closing) {
                work(Math.max(0, endNanos - nowNanos));
                restAtEnd();
            }
            work(Math.max(0, until - nowNanos));
        }

        @Override
        public void spin() {
            park(SPIN_NANOS);
        }
    }
}
