package io.github.freestep.render;

import java.util.Arrays;

/**
 * How late states have been published over the last seconds: the least, the most, and how often one was later than a
 * window covers. For one reader; allocates nothing.
 *
 * <p>It is kept by the second, so that it takes a few longs whatever the rate.
 */
final class Lateness {
    private static final int SECONDS = 10;

    /** Longer, since a pause of a collector every ten seconds is no accident either. */
    private static final int STALL_SECONDS = 30;

    /** A quarter of a second of debt takes 0.83 s to catch up if a tick takes 70 % of its time. */
    private static final long ENOUGH_NANOS = 900_000_000;

    private static final int LEAST_OF = 200;
    private static final long SECOND_NANOS = 1_000_000_000;

    private final long[] least = new long[SECONDS];
    private final int[] counts = new int[SECONDS];
    private final long[] most = new long[SECONDS];
    private final int[] stalls = new int[STALL_SECONDS];

    private boolean begun;
    private long secondNanos;
    private int second;
    private int stallSecond;
    private long nowNanos;

    /** States are late because of a stall, since then. */
    private boolean stalled;

    private long stalledSinceNanos;

    Lateness() {
        Arrays.fill(least, Long.MAX_VALUE);
    }

    /** Moves on to a time. */
    void advance(long toNanos) {
        nowNanos = toNanos;
        if (!begun) {
            begun = true;
            secondNanos = nowNanos;
        }
        for (int i = 0; i < STALL_SECONDS && nowNanos - secondNanos >= SECOND_NANOS; i++) {
            secondNanos += SECOND_NANOS;
            second = (second + 1) % SECONDS;
            least[second] = Long.MAX_VALUE;
            most[second] = 0;
            counts[second] = 0;
            stallSecond = (stallSecond + 1) % STALL_SECONDS;
            stalls[stallSecond] = 0;
        }
        if (nowNanos - secondNanos >= SECOND_NANOS) {
            secondNanos = nowNanos;
        }
    }

    /** Time in which nothing is due, and nothing is forgotten. */
    void pass(long nanos) {
        secondNanos += nanos;
        stalledSinceNanos += nanos;
    }

    /**
     * A state that came so late. Beyond the limit it counts as a stall, once for all that come late because of it: until one
     * comes no later than usual, or it has been so long that this is the usual by now.
     */
    void add(long nanos, double limitNanos) {
        counts[second]++;
        least[second] = Math.min(least[second], nanos);
        if (nanos > limitNanos && !stalled) {
            stalls[stallSecond]++;
            stalled = true;
            stalledSinceNanos = nowNanos;
        }
        stalled &= nanos > mostNanos() && nowNanos - stalledSinceNanos < ENOUGH_NANOS;
        if (!stalled) {
            most[second] = Math.max(most[second], nanos);
        }
    }

    /** Whether states are still late because of a stall. */
    boolean recovering() {
        return stalled;
    }

    /** The most of all that was no stall. */
    long mostNanos() {
        long result = 0;
        for (long each : most) {
            result = Math.max(result, each);
        }
        return result;
    }

    /**
     * The least of the last seconds, zero if there was none. It goes back far enough to be of {@value #LEAST_OF} states: of the
     * first few after a stall all are late.
     */
    long leastNanos() {
        long result = Long.MAX_VALUE;
        int states = 0;
        for (int i = 0; i < SECONDS && states < LEAST_OF; i++) {
            int back = (second + SECONDS - i) % SECONDS;
            result = Math.min(result, least[back]);
            states += counts[back];
        }
        return states == 0 ? 0 : Math.max(0, result);
    }

    int stalls() {
        int result = 0;
        for (int each : stalls) {
            result += each;
        }
        return result;
    }
}
