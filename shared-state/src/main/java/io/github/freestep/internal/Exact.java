package io.github.freestep.internal;

/** Exact integer arithmetic with 128-bit products, so that maps between clocks never round twice. Thread-safe. */
public final class Exact {
    private Exact() {}

    /**
     * Computes {@code a * b / c}, rounded down.
     *
     * @param a the first factor
     * @param b the second factor
     * @param c the divisor, positive
     * @return the quotient
     * @throws ArithmeticException if the result does not fit into a long
     */
    public static long floorMulDiv(long a, long b, long c) {
        return floorDiv(Math.multiplyHigh(a, b), a * b, c, a);
    }

    /**
     * Computes {@code a * b / c}, rounded up.
     *
     * @param a the first factor
     * @param b the second factor
     * @param c the divisor, positive
     * @return the quotient
     * @throws ArithmeticException if the result does not fit into a long
     */
    public static long ceilMulDiv(long a, long b, long c) {
        long low = a * b;
        long lifted = low + (c - 1);
        long carry = Long.compareUnsigned(lifted, low) < 0 ? 1 : 0;
        return floorDiv(Math.multiplyHigh(a, b) + carry, lifted, c, a);
    }

    /**
     * Makes the exception for a tick or a time whose result does not fit into a long.
     *
     * @param value the tick or the time
     * @return the exception, for the caller to throw
     */
    public static ArithmeticException beyond(long value) {
        return new ArithmeticException(
                "the result for " + value + " does not fit into a long, which holds 292 years of nanoseconds");
    }

    /**
     * Computes the greatest common divisor, for fractions in lowest terms.
     *
     * @param a not negative
     * @param b not negative
     * @return the greatest number that divides both
     */
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

    /** Divides by shifting and subtracting in 64 rounds. Used only if the product does not fit into a long. */
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
