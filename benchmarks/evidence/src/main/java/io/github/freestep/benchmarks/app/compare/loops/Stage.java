package io.github.freestep.benchmarks.app.compare.loops;

import io.github.freestep.internal.Threads;
import io.github.freestep.time.NanoClock;
import java.util.Random;

/**
 * The scripted clock that a loop is played on, which begins at zero. Time passes only when a thread says that it works
 * or waits for n nanoseconds; the clock then advances by n. It is deterministic even with a physics thread: only that
 * thread advances time, and it draws the frames that fall into the time it passes. So each frame sees exactly the
 * states that are published by then.
 */
public final class Stage implements NanoClock {
    /** One turn of a spin loop: longer than in reality, so that spinning takes fewer turns. */
    private static final long SPIN_NANOS = 1_000;

    /** The standard deviation of how late a thread wakes up after a refresh. */
    private static final double WAKE_NANOS = 20_000;

    private static final long PATIENCE_NANOS = 120_000_000_000L;

    private final Random wakes;
    private final long stallAtNanos;
    private long stallNanos;
    private Beside screen;
    private volatile boolean ended;

    /** What happens beside a physics thread. */
    interface Beside {
        /** Returns when the next thing happens. */
        long dueNanos();

        /** Does it, at that time or later. */
        void draw();

        /** Returns whether nothing more happens. */
        boolean ended();
    }

    /** Also read by the thread that starts the physics thread. */
    private volatile long nowNanos;

    private long rests;

    public Stage(PlaySettings setting) {
        wakes = new Random(setting.seed() + 1);
        stallAtNanos = setting.settledNanos();
        stallNanos = setting.stallNanos();
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    /**
     * Spends this much time on drawing a frame, and returns when the frame is drawn. Beside a physics thread, only that
     * thread advances the clock.
     */
    long draw(long nanos) {
        if (screen != null) {
            return nowNanos + nanos;
        }
        work(nanos);
        return nowNanos;
    }

    /** Waits until this time; returns at once if it has passed. */
    void until(long nanos) {
        park(nanos - nowNanos);
    }

    @Override
    public void park(long nanos) {
        if (nanos > 0) {
            rests++;
            work(nanos);
        }
    }

    @Override
    public void spin() {
        park(SPIN_NANOS);
    }

    /** Uses up this much time, as a step does. */
    void work(long nanos) {
        long until = nowNanos + nanos;
        if (stallNanos > 0 && until >= stallAtNanos) {
            drawFrames(stallAtNanos);
            until += stallNanos;
            nowNanos = stallAtNanos + stallNanos;
            stallNanos = 0;
        }
        drawFrames(until);
        nowNanos = until;
    }

    private void drawFrames(long untilNanos) {
        while (screen != null && screen.dueNanos() <= untilNanos && !ended) {
            nowNanos = Math.max(nowNanos, screen.dueNanos());
            screen.draw();
            if (screen.ended()) {
                ended = true;
            }
        }
    }

    /** Returns the number of waits so far. */
    long rests() {
        return rests;
    }

    /** Returns a random delay of the drawing thread's next wake-up. */
    long wakeNanos() {
        return Math.round(Math.abs(wakes.nextGaussian() * WAKE_NANOS));
    }

    /** Starts a physics thread and runs the screen beside it until the screen ends. */
    void play(Runnable physics, Beside beside) {
        screen = beside;
        physics.run();
        if (!Threads.await(this::ended, PATIENCE_NANOS)) {
            throw new IllegalStateException("the physics thread did not reach the end within 120 s");
        }
    }

    /** Returns whether the screen has ended; the physics thread then ends too. */
    boolean ended() {
        return ended;
    }
}
