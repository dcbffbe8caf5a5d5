package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.RecentBytes;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The newest samples of the local input, by the ticks that they are for. The session's thread adds them. Any thread
 * reads, and gets none for a sample that is being overwritten. Lock-free; allocates only for a sample much longer or
 * shorter than before.
 */
final class OwnInputs {
    /** Above {@link MatchRules#MAX_DELAY}, so far more than can be predicted. */
    static final int KEPT = 1_024;

    private static final long NONE = Long.MAX_VALUE;

    /** The samples by the ticks that they are for. Only this class adds samples. */
    final RecentBytes samples = new RecentBytes(KEPT);

    private final AtomicLongArray times = new AtomicLongArray(KEPT);
    private volatile long first = NONE;
    private volatile long newest;
    private volatile long guessed = -1;

    /**
     * Copies the sample for a tick: a part of a buffer. For the session's thread.
     *
     * @param cameNanos when its earliest input came, or {@link LocalInput#NONE}
     */
    void add(long tick, ByteBuffer from, int at, int length, long cameNanos) {
        times.set((int) tick & KEPT - 1, cameNanos);
        samples.add(tick, from, at, length);
        newest = tick;
        if (first == NONE) {
            first = tick;
        }
    }

    /** Returns whether there is nothing to wait for before a tick is stepped: its sample was made, or never will be. */
    boolean isComplete(long tick) {
        return tick < first || tick <= newest;
    }

    /** Returns whether the sample for a tick was made, and is overwritten. */
    boolean isLost(long tick) {
        return tick >= first && tick <= newest && !samples.has(tick);
    }

    /** Notes that the prediction has found no sample for a tick. It looks again after that. For its thread. */
    void guess(long tick) {
        guessed = Math.max(guessed, tick);
    }

    /** Returns whether the prediction has stepped a tick before its sample was made. For its thread. */
    boolean isGuessed(long tick) {
        return tick <= guessed;
    }

    /** Returns whether the prediction has the sample for a tick, or will have it. */
    boolean isKnown(long tick) {
        // In this order: if the sample is there and no guess is noted, a prediction that guesses looks again, and sees
        // it.
        return samples.has(tick) && tick > guessed;
    }

    /** Returns when the earliest input of a tick's sample came, or {@link LocalInput#NONE}. */
    long cameNanos(long tick) {
        return samples.has(tick) ? times.get((int) tick & KEPT - 1) : LocalInput.NONE;
    }
}
