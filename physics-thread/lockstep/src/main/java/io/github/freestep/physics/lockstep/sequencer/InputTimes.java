package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;

/**
 * Remembers, for each input that one player still has to send, when the frame was sent at which that player samples it.
 * The sequencer knows this frame from the delays that it has sent, so a player cannot lie about it.
 */
final class InputTimes {
    private final long[] sentNanos;
    private final int mask;
    private long covered;

    InputTimes(MatchRules rules) {
        int size = Integer.highestOneBit(rules.maxDelay() + 2) << 1;
        mask = size - 1;
        sentNanos = new long[size];
    }

    /** Forgets an earlier peer. The frame of a tick is the first at which the player samples. */
    void begin(long tick) {
        covered = tick;
    }

    /** Notes that a frame was sent to the player. */
    void sent(long tick, int delay, long now) {
        while (covered < tick + delay) {
            covered++;
            sentNanos[(int) covered & mask] = now;
        }
    }

    /**
     * Returns how long the input of a tick took, from sending the frame at which it was sampled; 0 for an input that
     * comes before that frame was sent.
     */
    long neededNanos(long tick, long now) {
        return tick > covered ? 0 : now - sentNanos[(int) tick & mask];
    }
}
