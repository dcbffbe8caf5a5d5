package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.time.NanoClock;

/** Lets the time of a clock pass in a stepper, in the frames of a host's loop. For the host's thread. */
public final class HostTime {
    private final NanoClock clock;
    private long passedNanos;

    /** Creates a time that passes from a reading of the clock on. */
    HostTime(NanoClock clock, long sinceNanos) {
        this.clock = clock;
        passedNanos = sinceNanos;
    }

    /** Lets the time since the last call pass, and returns the number of steps. A refused call lets no time pass. */
    public int advance(InlineStepper stepper) {
        long now = clock.nanoTime();
        int steps = stepper.advance(now - passedNanos);
        passedNanos = now;
        return steps;
    }
}
