package io.github.freestep.benchmarks.app.compare.loops;

import java.util.function.LongConsumer;

/** The physics thread that programs write by hand. */
final class PhysicsThread {
    private PhysicsThread() {}

    /**
     * Steps what is due, publishes and sleeps until the next tick, until the stage ends. Nothing limits how much it
     * catches up.
     *
     * @param published accepts the simulation time of each new state, which is also its due time
     */
    static void stepWhenDue(Stage stage, LongConsumer stepper, LongConsumer published) {
        long dueNanos = Loop.TICK_NANOS;
        while (!stage.ended()) {
            stage.until(dueNanos);
            stepper.accept(Loop.TICK_NANOS);
            published.accept(dueNanos);
            dueNanos += Loop.TICK_NANOS;
        }
    }
}
