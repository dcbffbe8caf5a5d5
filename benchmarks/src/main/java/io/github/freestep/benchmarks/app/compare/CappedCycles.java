package io.github.freestep.benchmarks.app.compare;

/**
 * Fixed steps, a few in a frame at the most; what is left over and less than a step is kept for the next frame. Tutorials had
 * it so by 2014. Time beyond the cap is lost, so frames at a low rate are slow motion, and at a high one the picture
 * stands in one frame and jumps in the next, since it always shows a whole step.
 */
final class CappedCycles extends SteppingLoop {
    private static final int MOST_CYCLES = 5;

    private long lastNanos;
    private long leftOverNanos;

    CappedCycles(StepFunction stepper) {
        super(stepper);
    }

    @Override
    public void frame(long nowNanos, ShownFrame picture) {
        leftOverNanos = Math.min(leftOverNanos + nowNanos - lastNanos, MOST_CYCLES * TICK_NANOS);
        lastNanos = nowNanos;
        while (leftOverNanos >= TICK_NANOS) {
            step(TICK_NANOS);
            leftOverNanos -= TICK_NANOS;
        }
        showNewest(picture);
    }

    @Override
    public long owedNanos(long nowNanos) {
        return leftOverNanos + nowNanos - lastNanos;
    }
}
