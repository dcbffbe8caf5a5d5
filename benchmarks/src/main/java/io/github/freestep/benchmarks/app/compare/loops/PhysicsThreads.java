package io.github.freestep.benchmarks.app.compare.loops;

import java.util.function.LongConsumer;

/** The physics threads that programs write by hand. Each steps and publishes until the stage ends. */
final class PhysicsThreads {
    private static final int MOST_STEPS = 5;
    private static final long SLEEP_NANOS = 1_000_000;
    private static final long MOST_LOST_NANOS = 1_000_000_000;

    private PhysicsThreads() {}

    @FunctionalInterface
    interface Body {
        void run(Stage stage, LongConsumer stepper, Published published);
    }

    /**
     * Steps what is due and sleeps until the next tick. Nothing limits how much it catches up. A state's time is its
     * simulation time, which is also its due time.
     */
    static void stepWhenDue(Stage stage, LongConsumer stepper, Published published) {
        long dueNanos = Loop.TICK_NANOS;
        while (!stage.ended()) {
            stage.until(dueNanos);
            stepper.accept(Loop.TICK_NANOS);
            published.publish(dueNanos, stage.nanoTime());
            dueNanos += Loop.TICK_NANOS;
        }
    }

    /**
     * Takes fixed steps out of an accumulator, at most {@value #MOST_STEPS} at once, drops the rest, and sleeps for a
     * millisecond: Velthoric.
     */
    static void fiveAtMost(Stage stage, LongConsumer stepper, Published published) {
        long accumulatedNanos = 0;
        long lastNanos = 0;
        long newestNanos = 0;
        while (!stage.ended()) {
            long nowNanos = stage.nanoTime();
            accumulatedNanos = Math.min(accumulatedNanos + nowNanos - lastNanos, MOST_STEPS * Loop.TICK_NANOS);
            lastNanos = nowNanos;
            for (; accumulatedNanos >= Loop.TICK_NANOS; accumulatedNanos -= Loop.TICK_NANOS) {
                stepper.accept(Loop.TICK_NANOS);
                newestNanos += Loop.TICK_NANOS;
                published.publish(newestNanos, stage.nanoTime());
            }
            stage.until(stage.nanoTime() + SLEEP_NANOS);
        }
    }

    /**
     * Sleeps for the rest of the tick, and catches up at most one second by which steps exceeded their ticks: Valkyrien
     * Skies 2. Does not notice when a sleep takes too long.
     */
    static void atMostASecondBehind(Stage stage, LongConsumer stepper, Published published) {
        long lostNanos = 0;
        long newestNanos = 0;
        while (!stage.ended()) {
            long beganNanos = stage.nanoTime();
            stepper.accept(Loop.TICK_NANOS);
            newestNanos += Loop.TICK_NANOS;
            long nowNanos = stage.nanoTime();
            published.publish(newestNanos, nowNanos);
            long leftNanos = Loop.TICK_NANOS - (nowNanos - beganNanos) - lostNanos;
            lostNanos = Math.max(0, Math.min(MOST_LOST_NANOS, -leftNanos));
            published.behind(lostNanos);
            stage.until(nowNanos + leftNanos);
        }
    }
}
