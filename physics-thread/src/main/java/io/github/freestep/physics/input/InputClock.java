package io.github.freestep.physics.input;

import io.github.freestep.time.NanoClock;

/**
 * The clock of a run's input. Refuses times that cannot be readings of it, because an input with the time of another
 * clock would silently go to a wrong tick. Safe for use by any number of threads; allocates nothing, except to refuse.
 */
public final class InputClock {
    /**
     * The greatest time ahead of the clock. A reading is never ahead of its clock, but the host of a stepper may push
     * the input of a frame before it lets the time of that frame pass, and a converted time of a device has an error.
     */
    static final long AHEAD_NANOS = 60_000_000_000L;

    /**
     * The greatest time before the run was made. Not the greatest age: an input may belong to a tick that lasts for
     * days, or wait in a process that stands still.
     */
    static final long BEFORE_NANOS = AHEAD_NANOS;

    private final NanoClock clock;
    private final boolean isStepper;

    /** The reading of the clock when this was created. */
    final long originNanos;

    /** Some reading of the clock. A time that is not far ahead of it is not far ahead of the clock either. */
    private volatile long knownNanos;

    /**
     * Creates the clock of a new run.
     *
     * @param isStepper whether only the stepper moves the clock
     */
    public InputClock(NanoClock clock, boolean isStepper) {
        this.clock = clock;
        this.isStepper = isStepper;
        originNanos = clock.nanoTime();
        knownNanos = originNanos;
    }

    public long nanoTime() {
        return clock.nanoTime();
    }

    /** Reads the clock only about once a minute, because a reading costs more than the rest of a push. */
    public void require(long nanos) {
        if (nanos - knownNanos > AHEAD_NANOS || nanos - originNanos < -BEFORE_NANOS) {
            long now = clock.nanoTime();
            knownNanos = now;
            if (nanos - now > AHEAD_NANOS || nanos - originNanos < -BEFORE_NANOS) {
                throw otherClock(nanos, now);
            }
        }
    }

    private IllegalArgumentException otherClock(long nanos, long now) {
        String own = isStepper
                ? "the stepper's own clock, which only advance() and advanceTick() move"
                : "the service's clock";
        String other = isStepper ? "System.nanoTime()" : "System.currentTimeMillis() or a device's own time";
        return new IllegalArgumentException("nanos must be a reading of " + own + ", from 1 min before "
                + originNanos + ", when the run was made, to 1 min after " + now + ", was " + nanos + "; " + other
                + " is another clock: leave the time out, or pass a reading of physics.clock()");
    }
}
