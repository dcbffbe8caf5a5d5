package io.github.freestep.benchmarks.app.compare;

/**
 * Fixed ticks, {@code MAX_LOOPS} of them in a frame at the most, drawn at the percent within the tick, which is clamped at
 * 1; Arevalo's "Main Loop with Fixed Time Steps". What becomes of the time that is pending beyond them is for the two games that
 * he tells apart. As soon as there is any, the clamp freezes the picture between the steps.
 */
abstract class FixedTicks extends SteppingLoop {
    private static final int MAX_LOOPS = 5;

    /** The time that the ticks have come to. */
    private long ticksNanos;

    FixedTicks(StepFunction stepper) {
        super(stepper);
    }

    @Override
    public final void frame(long nowNanos, ShownFrame picture) {
        for (int loops = 0; pending(nowNanos) && loops < MAX_LOOPS; loops++) {
            step(TICK_NANOS);
            ticksNanos += TICK_NANOS;
        }
        if (pending(nowNanos)) {
            ticksNanos = after(ticksNanos, nowNanos);
        }
        showBetweenLastTwo(picture, Math.min(1, (double) (nowNanos - ticksNanos) / TICK_NANOS));
    }

    /** What the ticks are said to have come to when they have not come to now. */
    abstract long after(long ticksNanos, long nowNanos);

    private boolean pending(long nowNanos) {
        return nowNanos - ticksNanos > TICK_NANOS;
    }

    @Override
    public final long owedNanos(long nowNanos) {
        return nowNanos - ticksNanos;
    }
}
