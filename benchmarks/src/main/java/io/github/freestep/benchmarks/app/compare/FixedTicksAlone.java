package io.github.freestep.benchmarks.app.compare;

/** Arevalo's loop of a game with one player: discards the pending time, so a stall is as if it had not been. */
final class FixedTicksAlone extends FixedTicks {
    FixedTicksAlone(StepFunction stepper) {
        super(stepper);
    }

    @Override
    long after(long ticksNanos, long nowNanos) {
        return nowNanos - TICK_NANOS;
    }
}
