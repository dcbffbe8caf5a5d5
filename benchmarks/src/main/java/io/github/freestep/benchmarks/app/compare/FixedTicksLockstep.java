package io.github.freestep.benchmarks.app.compare;

/** Arevalo's loop of a game in lockstep with others: keeps the pending time, and after a stall runs in fast motion. */
final class FixedTicksLockstep extends FixedTicks {
    FixedTicksLockstep(StepFunction stepper) {
        super(stepper);
    }

    @Override
    long after(long ticksNanos, long nowNanos) {
        return ticksNanos;
    }
}
