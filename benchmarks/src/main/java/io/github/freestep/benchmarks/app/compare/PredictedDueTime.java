package io.github.freestep.benchmarks.app.compare;

/**
 * The next due time with at most {@code MAX_FRAMESKIP} steps in a frame, drawn ahead of the newest state by the time since;
 * Witters' "constant game speed independent of variable FPS". What is drawn was never simulated: things run into walls and are taken
 * back. What is pending is kept, and where it grows the prediction goes with it.
 */
final class PredictedDueTime extends SteppingLoop {
    private static final int MAX_FRAMESKIP = 5;

    private long dueNanos = TICK_NANOS;

    PredictedDueTime(StepFunction stepper) {
        super(stepper);
    }

    @Override
    public void frame(long nowNanos, ShownFrame picture) {
        for (int skipped = 0; nowNanos >= dueNanos && skipped < MAX_FRAMESKIP; skipped++) {
            step(TICK_NANOS);
            dueNanos += TICK_NANOS;
        }
        showBetweenLastTwo(picture, 1 + (double) (nowNanos + TICK_NANOS - dueNanos) / TICK_NANOS);
    }

    @Override
    public long owedNanos(long nowNanos) {
        return Math.max(0, nowNanos + TICK_NANOS - dueNanos);
    }
}
