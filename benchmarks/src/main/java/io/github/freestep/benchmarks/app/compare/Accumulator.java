package io.github.freestep.benchmarks.app.compare;

/**
 * Frame times, each clamped at a quarter of a second, go into an accumulator, and steps come out of it: "Free the physics" in
 * Fiedler's article. Shows the newest state, so the two rates beat. A step that costs more than its time makes frames as long
 * as the clamp allows, 25 steps at a time.
 */
class Accumulator extends SteppingLoop {
    private static final long CLAMP_NANOS = 250_000_000;

    private long lastNanos;
    private long accumulatedNanos;

    Accumulator(StepFunction stepper) {
        super(stepper);
    }

    @Override
    public final void frame(long nowNanos, ShownFrame picture) {
        accumulatedNanos += Math.min(nowNanos - lastNanos, CLAMP_NANOS);
        lastNanos = nowNanos;
        while (accumulatedNanos >= TICK_NANOS) {
            step(TICK_NANOS);
            accumulatedNanos -= TICK_NANOS;
        }
        show(picture, (double) accumulatedNanos / TICK_NANOS);
    }

    /** The alpha is what is left of a step, as a share of it. */
    void show(ShownFrame picture, double alpha) {
        showNewest(picture);
    }

    @Override
    public final long owedNanos(long nowNanos) {
        return accumulatedNanos + Math.min(nowNanos - lastNanos, CLAMP_NANOS);
    }
}
