package io.github.freestep.render;

import io.github.freestep.time.TimeAnchor;

/**
 * The numbers that make up the inner state of a sampler. One call for each field both saves and restores it: while
 * saving, {@code next} returns the value that it is given, and while restoring, the one that was saved. So the two
 * cannot differ. Not thread-safe; allocates nothing once made.
 */
final class SamplerState {
    final long[] values;
    private boolean restores;
    private int at;
    private int count;

    SamplerState() {
        values = new long[FrameTrace.MAX_NUMBERS];
    }

    /** Begins to save. */
    SamplerState save() {
        restores = false;
        at = 0;
        return this;
    }

    /** Begins to restore values that were saved. */
    SamplerState restore(long[] from, int length) {
        System.arraycopy(from, 0, values, 0, length);
        restores = true;
        at = 0;
        count = length;
        return this;
    }

    /** The number of values saved so far. */
    int size() {
        return at;
    }

    /** Throws unless all values were restored. */
    void end() {
        if (at != count) {
            throw new IllegalArgumentException("a snapshot must have " + at + " values, had " + count);
        }
    }

    long next(long value) {
        if (restores && at == count) {
            throw new IllegalArgumentException("a snapshot of " + count + " values is too short");
        }
        if (!restores) {
            values[at] = value;
        }
        return values[at++];
    }

    /** Whether the last values follow, which not every state has. Saves them if the argument says so. */
    boolean hasNext(boolean saves) {
        return restores ? at < count : saves;
    }

    int next(int value, int least, int most) {
        long found = next((long) value);
        if (found < least || found > most) {
            throw new IllegalArgumentException(
                    "a value of a snapshot must be between " + least + " and " + most + ", was " + found);
        }
        return (int) found;
    }

    int next(int value) {
        return next(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    boolean next(boolean value) {
        return next(value ? 1 : 0, 0, 1) != 0;
    }

    double next(double value) {
        return Double.longBitsToDouble(next(Double.doubleToRawLongBits(value)));
    }

    void next(TimeAnchor anchor) {
        anchor.set(
                next(anchor.wallNanos()),
                next(anchor.simulationNanos()),
                next(anchor.scaleNumerator()),
                next(anchor.scaleDenominator()));
    }
}
