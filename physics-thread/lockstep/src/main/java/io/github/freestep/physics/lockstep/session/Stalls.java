package io.github.freestep.physics.lockstep.session;

/**
 * Notices that the session's thread stood still, for example because the machine was busy. What arrived meanwhile was
 * read late, so its time says nothing about the network.
 */
final class Stalls {
    /**
     * A gap of at least this length is a stall: the thread polls each millisecond, or each 16 ms with a coarse timer.
     */
    private static final long STALL_NANOS = 25_000_000;

    /** How long after a stall packets still arrive late, because the network's threads stood still as well. */
    private static final long SETTLING_NANOS = 50_000_000;

    private boolean began;
    private long workedNanos;
    private long settledNanos;

    /** Notes that the thread works, and returns for how long it has stood still before; 0 if it has not. */
    long works(long now) {
        long gap = began ? now - workedNanos : 0;
        if (!began) {
            began = true;
            settledNanos = now;
        } else if (gap >= STALL_NANOS) {
            settledNanos = now + SETTLING_NANOS;
        }
        workedNanos = now;
        return gap >= STALL_NANOS ? gap : 0;
    }

    /** Whether what has arrived now may be late because of a stall. */
    boolean isSeen() {
        return workedNanos - settledNanos < 0;
    }
}
