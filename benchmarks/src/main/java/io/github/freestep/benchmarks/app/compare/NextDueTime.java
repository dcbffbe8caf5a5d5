package io.github.freestep.benchmarks.app.compare;

/**
 * No accumulator, but the time at which the next step is due; Witters' "constant game speed with maximum FPS" without its cap.
 * Never drifts, and beats as the accumulator does. Nothing bounds how much is caught up: a step that costs more than its time
 * makes each frame longer than the one before.
 */
final class NextDueTime extends SteppingLoop {
    private long dueNanos = TICK_NANOS;

    NextDueTime(StepFunction stepper) {
        super(stepper);
    }

    @Override
    public void frame(long nowNanos, ShownFrame picture) {
        while (nowNanos >= dueNanos) {
            step(TICK_NANOS);
            dueNanos += TICK_NANOS;
        }
        showNewest(picture);
    }

    @Override
    public long owedNanos(long nowNanos) {
        return Math.max(0, nowNanos + TICK_NANOS - dueNanos);
    }
}
