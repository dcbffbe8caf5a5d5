package io.github.freestep.physics.lockstep.session;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * The newest samples of the local input, by the ticks that they are for. The session's thread adds them. Any thread
 * reads, and gets none for a sample that is being overwritten. Lock-free; allocates only for a sample that is longer
 * than those before it.
 */
final class OwnInputs {
    /** Much more than ticks that can be predicted. */
    private static final int KEPT = 1_024;

    private static final long NONE = Long.MAX_VALUE;

    private final ByteBuffer[] samples = new ByteBuffer[KEPT];
    private final AtomicLongArray ticks = new AtomicLongArray(KEPT);
    private final AtomicLong first = new AtomicLong(NONE);
    private volatile long newest;

    OwnInputs() {
        for (int i = 0; i < KEPT; i++) {
            ticks.setPlain(i, -1);
            samples[i] = ByteBuffer.allocate(64);
        }
    }

    /** Copies the sample for a tick: a part of a buffer. */
    void add(long tick, ByteBuffer from, int at, int length) {
        int index = index(tick);
        ticks.set(index, -1);
        ByteBuffer sample = samples[index];
        if (sample.capacity() < length) {
            sample = ByteBuffer.allocate(Integer.highestOneBit(length) << 1);
            samples[index] = sample;
        }
        sample.clear().put(0, from, at, length).limit(length);
        ticks.set(index, tick);
        newest = tick;
        if (first.getPlain() == NONE) {
            first.set(tick);
        }
    }

    private static int index(long tick) {
        return (int) tick & KEPT - 1;
    }

    /** Returns whether there is a sample for a tick. */
    boolean has(long tick) {
        return ticks.get(index(tick)) == tick;
    }

    /** Returns whether there is nothing to wait for before a tick is stepped: its sample was made, or never will be. */
    boolean isComplete(long tick) {
        return tick < first.get() || tick <= newest;
    }

    /** Returns whether the sample for a tick was made, and is overwritten. */
    boolean isLost(long tick) {
        return tick >= first.get() && tick <= newest && !has(tick);
    }

    /** Copies the sample for a tick, and returns the copy, or null if there is none. */
    @Nullable ByteBuffer read(long tick, ByteBuffer into) {
        int index = index(tick);
        if (!has(tick)) {
            return null;
        }
        ByteBuffer sample = samples[index];
        int length = Math.min(sample.limit(), into.capacity());
        into.clear().put(0, sample, 0, length).limit(length);
        return has(tick) ? into : null;
    }
}
