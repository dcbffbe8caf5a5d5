package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.Snapshot;

/** Measures for how long the match waits for one player: without a break, and in all. */
final class PlayerWait {
    private boolean waits;
    private long sinceNanos;
    private long countedNanos;
    private long sumNanos;

    /** Forgets what an earlier peer has caused. */
    void reset() {
        waits = false;
        sumNanos = 0;
    }

    /** Notes that the match waits. */
    void begin(long now) {
        if (!waits) {
            waits = true;
            sinceNanos = now;
            countedNanos = now;
        }
    }

    /** Notes that the match no longer waits. */
    void end(long now) {
        count(now);
        waits = false;
    }

    private void count(long now) {
        if (waits) {
            sumNanos += now - countedNanos;
            countedNanos = now;
        }
    }

    /** Returns for how long the match has waited since the last call, in all. */
    long takeSum(long now) {
        count(now);
        long taken = sumNanos;
        sumNanos = 0;
        return taken;
    }

    /** Returns for how long the match has waited without a break; 0 if it does not wait. */
    long nanos(long now) {
        return waits ? now - sinceNanos : 0;
    }

    /** Does not count a time in which no peer could be heard. */
    void forgive(long nanos) {
        sinceNanos += nanos;
        countedNanos += nanos;
    }

    /** Saves or loads the state, see {@link Snapshot}. */
    void copy(Snapshot state) {
        waits = state.copy(waits);
        sinceNanos = state.copy(sinceNanos);
        countedNanos = state.copy(countedNanos);
        sumNanos = state.copy(sumNanos);
    }
}
