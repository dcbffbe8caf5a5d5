package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Snapshot;

/** Remembers when the frame was sent at which the input of a tick was sampled. */
final class InputTimes {
    private final long[] sampledAt;
    private final long[] sentNanos;
    private final boolean[] onTime;
    private final int mask;
    private long covered;

    InputTimes(MatchRules rules) {
        int size = Integer.highestOneBit(2 * rules.maxDelay() + 16) << 1;
        mask = size - 1;
        sampledAt = new long[size];
        sentNanos = new long[size];
        onTime = new boolean[size];
    }

    /** Notes that a frame was sent, and whether its tick was not yet late. */
    void emitted(long tick, int delay, long now, boolean wasOnTime) {
        sentNanos[(int) tick & mask] = now;
        onTime[(int) tick & mask] = wasOnTime;
        covered = Math.max(covered, tick);
        while (covered < tick + delay) {
            sampledAt[(int) ++covered & mask] = tick;
        }
    }

    /** Returns how long the input of a tick took, from sending the frame at which it was sampled. */
    long neededNanos(long tick, long now) {
        return now - sentNanos[(int) sampledAt[(int) tick & mask] & mask];
    }

    /** Whether the frame at which the input of a tick was sampled was sent in time. */
    boolean wasOnTime(long tick) {
        return onTime[(int) sampledAt[(int) tick & mask] & mask];
    }

    /** Saves or loads the state, see {@link Snapshot}. */
    void copy(Snapshot state) {
        state.copy(sampledAt);
        state.copy(sentNanos);
        state.copy(onTime);
        covered = state.copy(covered);
    }
}
