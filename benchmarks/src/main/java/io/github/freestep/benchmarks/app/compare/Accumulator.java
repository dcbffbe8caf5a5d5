package io.github.freestep.benchmarks.app.compare;

/**
 * Frame times, each clamped at a quarter of a second, go into an accumulator, and steps come out of it: "Free the physics" in
 * Fiedler's article. Shows the newest state, so the two rates beat. A step that costs more than its time makes frames as long
 * as the clamp allows, 25 steps at a time.
 */
final class Accumulator extends SteppingLoop {
    private static final long CLAMP_NANOS = 250_000_000;

    private long lastNanos;
    private long accumulatedNanos;

    private final boolean interpolates;

    private Accumulator(StepFunction stepper, boolean interpolates) {
        super(stepper);
        this.interpolates = interpolates;
    }

    static Loop newest(StepFunction stepper) {
        return new Accumulator(stepper, false);
    }

    /**
     * The accumulator, drawn between the last two states by what is left in it: "The final touch" of Fiedler's article, and what this
     * gallery's single thread has to offer at its best. Smooth as long as no frame is late; but the steps are in the frame, so a
     * slow one makes it late.
     */
    static Loop interpolated(StepFunction stepper) {
        return new Accumulator(stepper, true);
    }

    @Override
    public void frame(long nowNanos, ShownFrame picture) {
        accumulatedNanos += Math.min(nowNanos - lastNanos, CLAMP_NANOS);
        lastNanos = nowNanos;
        while (accumulatedNanos >= TICK_NANOS) {
            step(TICK_NANOS);
            accumulatedNanos -= TICK_NANOS;
        }
        if (interpolates) {
            showBetweenLastTwo(picture, (double) accumulatedNanos / TICK_NANOS);
        } else {
            showNewest(picture);
        }
    }

    @Override
    public long owedNanos(long nowNanos) {
        return accumulatedNanos + Math.min(nowNanos - lastNanos, CLAMP_NANOS);
    }
}
