package io.github.freestep.benchmarks.app.compare;

/**
 * A step is a frame, and a frame waits until its step is due; Witters' "FPS dependent on constant game speed". A display that is
 * slower than the steps slows the simulation down, and on a faster one the two beat. What is pending is never forgotten: when
 * frames become faster, so does everything on them.
 */
final class FrameLock extends SteppingLoop {
    private long dueNanos = TICK_NANOS;

    FrameLock(StepFunction stepper) {
        super(stepper);
    }

    @Override
    public void frame(long nowNanos, ShownFrame picture) {
        step(TICK_NANOS);
        dueNanos += TICK_NANOS;
        showNewest(picture);
    }

    @Override
    public long notBeforeNanos() {
        return dueNanos;
    }

    @Override
    public long owedNanos(long nowNanos) {
        return Math.max(0, nowNanos - dueNanos);
    }
}
