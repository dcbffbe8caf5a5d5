package io.github.freestep.benchmarks.app.compare.loops;

/**
 * Takes steps on a thread beside the frames, one lot at a time, as engines do that step while they draw. For the thread
 * of the frames.
 */
final class StepWorker {
    private final Stage stage;
    private final CountedSteps steps;
    private Runnable join = () -> {};

    StepWorker(Stage stage, CountedSteps steps) {
        this.stage = stage;
        this.steps = steps;
    }

    /** Begins this many fixed steps. The steps before must have been joined. */
    void begin(long count) {
        long costNanos = 0;
        for (long i = 0; i < count; i++) {
            costNanos += steps.take(Loop.TICK_NANOS);
        }
        join = stage.beside(costNanos);
    }

    /** Waits until the steps that were begun are done. */
    void join() {
        join.run();
        join = () -> {};
    }
}
