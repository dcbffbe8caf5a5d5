package io.github.freestep.physics.lockstep.sequencer;

/** How late the ticks of one player are by that player's clock, and whether they become later. */
final class TickLateness {
    private static final long SPAN_NANOS = 500_000_000;

    private double nanos;
    private double before;
    private double growth;
    private long sinceNanos;

    /** Forgets what an earlier peer has reported. */
    void reset() {
        nanos = 0;
        before = 0;
        growth = 0;
    }

    /** Takes the lateness of a tick. */
    void add(long lateNanos) {
        nanos += (lateNanos - nanos) / 16;
    }

    /** Returns the mean lateness of the last ticks. */
    double nanos() {
        return nanos;
    }

    /** Returns by how much the ticks have become later within about the last half second. */
    double growth(long now) {
        if (now - sinceNanos >= SPAN_NANOS) {
            growth = nanos - before;
            before = nanos;
            sinceNanos = now;
        }
        return growth;
    }
}
