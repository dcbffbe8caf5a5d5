package io.github.freestep.physics.nodes;

import io.github.freestep.time.NanoClock;

/**
 * Says how long a node may step a room without asking the store again. One thread renews it, any thread asks. Allocates
 * nothing, and never blocks.
 *
 * <p>Clocks of nodes need not agree, only run at about the same rate: an owner counts from the moment before it has
 * asked, and the next owner counts from the moment after it has claimed, and waits 10 % longer.
 */
final class Lease {
    static final long NANOS = 2_000_000_000;

    /** How long a new owner must wait after its claim, until the lease of the one before has certainly ended. */
    static final long WAIT_NANOS = NANOS + NANOS / 10;

    private final NanoClock clock;
    private volatile long renewed;
    private volatile boolean ended;

    /** Begins a lease. The time is that of before the owner has asked the store. */
    Lease(NanoClock clock, long askedNanos) {
        this.clock = clock;
        renewed = askedNanos;
    }

    /** Extends the lease, unless it has ended before. */
    void renew(long askedNanos) {
        if (isValid()) {
            renewed = askedNanos;
        }
    }

    /** Ends the lease: the room has another owner. */
    void end() {
        ended = true;
    }

    /** Whether the room may take a step now. Once this was false, it stays false. */
    boolean isValid() {
        return !ended && clock.nanoTime() - renewed < NANOS;
    }
}
