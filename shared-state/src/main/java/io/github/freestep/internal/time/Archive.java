package io.github.freestep.internal.time;

import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;

/**
 * Saves the numbers of a run one after the other, or loads them, so that a class names its fields only once. When it
 * saves, each method saves its argument and returns it. When it loads, each method ignores its argument and returns the
 * saved value, or throws an {@link IllegalArgumentException} if that value is missing or out of range, because saved
 * bytes may be forged. Not thread-safe.
 */
public interface Archive {
    /** Returns whether this loads. */
    boolean isLoading();

    /** Returns the present. Readings are saved relative to it, as if no time passed until they are loaded. */
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

    /** An anchor that is not before a point of simulation time. Loading sets the anchor to the saved one. */
    default void anchor(TimeAnchor anchor, long leastNanos) {
        long wallNanos = nowNanos() - span(nowNanos() - anchor.wallNanos(), 0);
        long simulationNanos = span(anchor.simulationNanos(), leastNanos);
        long numerator = number(Long.BYTES, anchor.scaleNumerator(), 0, Ratio.LIMIT);
        anchor.set(
                wallNanos, simulationNanos, numerator, number(Long.BYTES, anchor.scaleDenominator(), 1, Ratio.LIMIT));
    }
}
