package io.github.freestep.benchmarks.app.compare.loops;

import java.util.function.LongConsumer;

/** A loop that steps inside the frame. Keeps the times of its last two states and of its last frame. */
abstract class SteppingLoop implements Loop {
    private final LongConsumer stepper;
    private long olderNanos;
    private long newestNanos;
    private long lastFrameNanos;

    SteppingLoop(LongConsumer stepper) {
        this.stepper = stepper;
    }

    final void step(long dtNanos) {
        stepper.accept(dtNanos);
        olderNanos = newestNanos;
        newestNanos += dtNanos;
    }

    /** Returns the time since the last frame began. */
    final long sinceLastFrameNanos(long nowNanos) {
        return nowNanos - lastFrameNanos;
    }

    /** Returns the time since the last frame began, and begins a new frame. */
    final long beginFrameNanos(long nowNanos) {
        long frameNanos = nowNanos - lastFrameNanos;
        lastFrameNanos = nowNanos;
        return frameNanos;
    }

    /** Returns a blend of the last two states. */
    final ShownFrame betweenLastTwo(double alpha) {
        return ShownFrame.between(olderNanos, newestNanos, alpha);
    }

    final ShownFrame newest() {
        return ShownFrame.state(newestNanos);
    }
}
