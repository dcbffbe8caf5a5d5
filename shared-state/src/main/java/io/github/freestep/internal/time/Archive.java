package io.github.freestep.internal.time;

import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;

/**
 * Saves the numbers of a run one after the other, or loads them. A class that names its fields once, in a fixed order,
 * can then do both. Each method saves the value that it is given and returns it, or returns the one that was saved.
 * Throws an {@link IllegalArgumentException} if that is out of range or missing, because it may be forged. Not
 * thread-safe.
 */
public interface Archive {
    /** Returns whether this loads. */
    boolean isLoading();

    /** Returns the time now, relative to which readings are saved, as if no time passed before they are loaded. */
    long nowNanos();

    /** A number from {@code least} to {@code most}, of 1, 4 or 8 bytes. */
    long number(int bytes, long value, long least, long most);

    default long number(long value) {
        return number(Long.BYTES, value, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    default int bits(int value) {
        return (int) number(Integer.BYTES, value, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    default int count(int value, long most) {
        return (int) number(Integer.BYTES, value, 0, most);
    }

    default boolean flag(boolean value) {
        return number(1, value ? 1 : 0, 0, 1) != 0;
    }

    /** A span of time, or a point of simulation time, that is not before another one. */
    default long span(long nanos, long leastNanos) {
        // Half the range of a long, so that sums and differences of two such times do not overflow.
        return number(Long.BYTES, nanos, leastNanos, Long.MAX_VALUE / 2);
    }

    /** A reading of the clock. */
    default long reading(long nanos) {
        return nowNanos() - number(nowNanos() - nanos);
    }

    /** An anchor at this point of simulation time or after it. Is set to the loaded one. */
    default void anchor(TimeAnchor anchor, long leastNanos) {
        long wallNanos = nowNanos() - span(nowNanos() - anchor.wallNanos(), 0);
        long simulationNanos = span(anchor.simulationNanos(), leastNanos);
        long numerator = number(Long.BYTES, anchor.scaleNumerator(), 0, Ratio.LIMIT);
        anchor.set(
                wallNanos, simulationNanos, numerator, number(Long.BYTES, anchor.scaleDenominator(), 1, Ratio.LIMIT));
    }
}
