package io.github.freestep.benchmarks.app.compare;

/**
 * A physics thread as it is written by hand: steps what is due, publishes the time of the newest state, and sleeps until the next.
 * Nothing bounds how much it catches up.
 */
final class HandThread implements Runnable {
    private final Stage stage;
    private final StepFunction stepper;
    private volatile long newestNanos;

    HandThread(Stage stage, StepFunction stepper) {
        this.stage = stage;
        this.stepper = stepper;
    }

    @Override
    public void run() {
        long dueNanos = Loop.TICK_NANOS;
        while (!stage.ended()) {
            stage.until(dueNanos);
            stepper.step(Loop.TICK_NANOS);
            newestNanos = dueNanos;
            dueNanos += Loop.TICK_NANOS;
        }
    }

    /** The simulation time of the newest state, which is when it was due. */
    long newestNanos() {
        return newestNanos;
    }
}
