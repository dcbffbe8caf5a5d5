package io.github.freestep.internal;

/** Products of 128 bits, divided without loss: what keeps a map between clocks exact for as long as a clock can count. */
public final class Exact {
    private Exact() {}

    /**
     * a * b / c, rounded down.
     *
     * @param c positive
     * @throws ArithmeticException if the result is no long
     */
    public static long floorMulDiv(long a, long b, long c) {
        return floorDiv(Math.multiplyHigh(a, b), a * b, c, a);
    }

    /** a * b / c, rounded up; the bounds are those of {@link #floorMulDiv}. */
    public static long ceilMulDiv(long a, long b, long c) {
        long low = a * b;
        long lifted = low + (c - 1);
        long carry = Long.compareUnsigned(lifted, low) < 0 ? 1 : 0;
        return floorDiv(Math.multiplyHigh(a, b) + carry, lifted, c, a);
    }

    /** For a tick or a time that has no result. */
    public static ArithmeticException beyond(long value) {
        return new ArithmeticException(
                "the result must be a time within 292 years of nanoseconds, and that of " + value + " is not");
    }

    /** The greatest common divisor of two numbers, for fractions in lowest terms. */
    public static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private static long floorDiv(long high, long low, long c, long value) {
        if (high == low >> 63) {
            return Math.floorDiv(low, c);
        }
        // For m > 0, floor(-m / c) is ~floor((m - 1) / c), and m - 1 is ~(-m): no negation, so nothing to overflow.
        return high >= 0 ? divide(high, low, c, value) : ~divide(~high, ~low, c, value);
    }

    /** Shift and subtract: 64 turns at the most, and only where the product has outgrown a long. */
    private static long divide(long high, long low, long c, long value) {
        if (high >= c) {
            throw beyond(value);
        }
        long rest = high;
        long quotient = 0;
        for (int bit = 63; bit >= 0; bit--) {
            rest = rest << 1 | (low >>> bit & 1);
            quotient <<= 1;
            if (Long.compareUnsigned(rest, c) >= 0) {
                rest -= c;
                quotient |= 1;
            }
        }
        if (quotient < 0) {
            throw beyond(value);
        }
        return quotient;
    }
}
