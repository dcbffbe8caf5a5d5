package io.github.freestep.render.display;

import java.util.Arrays;

/** Counts times by their magnitude, to within 3 %. For one thread; allocates nothing once made. */
final class Magnitudes {
    /** Each power of two has this many bins. */
    private static final int BINS = 32;

    private static final int BITS = 5;

    /** Times below 1 us need no better resolution. */
    private static final int LEAST_POWER = 10;

    /** That of the greatest long, so that no time is too long. */
    private static final int MOST_POWER = 62;

    private final long[] counts = new long[(MOST_POWER - LEAST_POWER + 2) * BINS];
    long count;
    private long most;

    void add(long nanos) {
        counts[bin(nanos)]++;
        count++;
        most = Math.max(most, nanos);
    }

    void clear() {
        Arrays.fill(counts, 0);
        count = 0;
        most = 0;
    }

    /** The least time in milliseconds that a share of all times does not exceed; NaN if there is none. */
    double millis(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share must be between 0 and 1, was " + share);
        }
        return count == 0 ? Double.NaN : quantile(share) / 1e6;
    }

    private long quantile(double share) {
        long seen = 0;
        for (int bin = 0; bin < counts.length; bin++) {
            seen += counts[bin];
            if (seen > 0 && seen >= share * count) {
                return Math.min(most, end(bin));
            }
        }
        return most;
    }

    private static int bin(long nanos) {
        int power = 63 - Long.numberOfLeadingZeros(nanos | 1);
        if (power < LEAST_POWER) {
            return (int) (nanos >> LEAST_POWER - BITS);
        }
        long inPower = (nanos >> power - BITS) - BINS;
        return (power - LEAST_POWER + 1) * BINS + (int) inPower;
    }

    private static long end(int bin) {
        int power = bin / BINS - 1;
        return power < 0
                ? (bin + 1L << LEAST_POWER - BITS) - 1
                : ((long) BINS + bin % BINS + 1 << power + LEAST_POWER - BITS) - 1;
    }
}
