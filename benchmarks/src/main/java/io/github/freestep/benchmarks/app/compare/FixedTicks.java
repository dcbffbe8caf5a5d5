package io.github.freestep.benchmarks.app.compare;

import java.util.function.LongBinaryOperator;

/**
 * Fixed ticks, {@code MAX_LOOPS} of them in a frame at the most, drawn at the percent within the tick, which is clamped at
 * 1; Arevalo's "Main Loop with Fixed Time Steps". What becomes of the time that is pending beyond them is for the two games that
 * he tells apart. As soon as there is any, the clamp freezes the picture between the steps.
 */
final class FixedTicks extends SteppingLoop {
    private static final int MAX_LOOPS = 5;

    /** The time that the ticks have come to. */
    private long ticksNanos;

    /** By what the ticks have come to, and now: what they are said to have come to when they have not come to now. */
    private final LongBinaryOperator after;

    private FixedTicks(StepFunction stepper, LongBinaryOperator after) {
        super(stepper);
        this.after = after;
    }

    /** Arevalo's loop of a game with one player: discards the pending time, so a stall is as if it had not been. */
    static Loop alone(StepFunction stepper) {
        return new FixedTicks(stepper, (ticksNanos, nowNanos) -> nowNanos - TICK_NANOS);
    }

    /** Arevalo's loop of a game in lockstep with others: keeps the pending time, and after a stall runs in fast motion. */
    static Loop lockstep(StepFunction stepper) {
        return new FixedTicks(stepper, (ticksNanos, nowNanos) -> ticksNanos);
    }

    @Override
    public void frame(long nowNanos, ShownFrame picture) {
        for (int loops = 0; pending(nowNanos) && loops < MAX_LOOPS; loops++) {
            step(TICK_NANOS);
            ticksNanos += TICK_NANOS;
        }
        if (pending(nowNanos)) {
            ticksNanos = after.applyAsLong(ticksNanos, nowNanos);
        }
        showBetweenLastTwo(picture, Math.min(1, (double) (nowNanos - ticksNanos) / TICK_NANOS));
    }

    private boolean pending(long nowNanos) {
        return nowNanos - ticksNanos > TICK_NANOS;
    }

    @Override
    public long owedNanos(long nowNanos) {
        return nowNanos - ticksNanos;
    }
}
