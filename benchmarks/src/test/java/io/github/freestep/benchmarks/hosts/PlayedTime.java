package io.github.freestep.benchmarks.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.Await;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The time of a game that a test plays with 60 frames and 60 steps a second. It passes between two frames, by as much
 * in each run, and in long steps. If steps have a thread, those that are due end before the next frame, but a long step
 * has a frame in it.
 */
public final class PlayedTime implements NanoClock {
    private static final int STEPS_PER_LONG_ONE = 150;
    private static final int FIRST_LONG_ONE = 50;
    private static final int LONG_STEP_NANOS = 40_000_000;

    private final boolean hasLongSteps;
    private final boolean hasThread;
    private final Semaphore longStepMayEnd = new Semaphore(0);
    private volatile long nowNanos;
    private volatile int steps;
    private volatile boolean isInLongStep;
    private volatile Thread stepping;

    /** How many steps were over when their thread waited for the next one, so that all of them were published. */
    private volatile int published;

    private int longSteps;

    public PlayedTime(boolean hasLongSteps, boolean hasThread) {
        this.hasLongSteps = hasLongSteps;
        this.hasThread = hasThread;
    }

    /** How many steps are over. */
    public int steps() {
        return steps;
    }

    /**
     * Plays frames, and a last one without any step after it. Each returns whether the game has had its turn, for which
     * it waits for a while only.
     */
    public void play(int frames, BooleanSupplier frame) {
        for (int i = 1; i <= frames; i++) {
            playOne(frame);
            nowNanos = Math.max(nowNanos, i * 1_000_000_000L / 60 + 1_000);
            if (hasThread) {
                Await.until(() -> isInLongStep || isOnTime());
                if (isInLongStep) {
                    longSteps++;
                    frame.getAsBoolean();
                    longStepMayEnd.release();
                    Await.until(this::isOnTime);
                }
            }
        }
        playOne(frame);
        assertEquals(hasLongSteps && hasThread, longSteps > 0);
    }

    private static void playOne(BooleanSupplier frame) {
        while (!frame.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private boolean isOnTime() {
        return published >= nowNanos * 60 / 1_000_000_000;
    }

    public void stepBegins() {
        stepping = Thread.currentThread();
        if (hasLongSteps && steps % STEPS_PER_LONG_ONE == FIRST_LONG_ONE) {
            if (hasThread) {
                isInLongStep = true;
                longStepMayEnd.acquireUninterruptibly();
                isInLongStep = false;
            }
            nowNanos += LONG_STEP_NANOS;
        }
    }

    public void stepEnds() {
        steps++;
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    @Override
    public void park(long nanos) {
        if (Thread.currentThread() == stepping) {
            published = steps;
        }
        LockSupport.parkNanos(50_000);
    }
}
