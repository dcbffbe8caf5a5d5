package io.github.freestep.render;

import java.util.Arrays;

/**
 * Keeps statistics of how late states were published over the last seconds: the least, the most, and how often one was
 * later than a window covers. For one reader; allocates nothing.
 *
 * <p>It keeps one entry per second, so its size does not depend on the rate.
 *
 * <b>One late tick does not count alone.</b> {@link #mostNanos} is the greatest lateness of the last ten seconds, but
 * at most the amount that occurred in at least two different seconds of the last thirty. So a single late tick changes
 * nothing. If there is a hitch every few seconds, the first does not count, and all others do. One late tick is enough
 * in two cases. The first: it is later than a window covers, so no bridge would hide another such tick. The second: the
 * reader or the time scale is new, so too few seconds were seen.
 */
final class Lateness {
    private static final int RECENT_SECONDS = 10;

    /** A young reader looks back over half of its age, to forget a cold start soon, but over at least this. */
    private static final int LEAST_SECONDS = 2;

    /**
     * Longer than {@link #RECENT_SECONDS}, so that a pause of the garbage collector every ten seconds counts as
     * recurring too.
     */
    private static final int SECONDS = 30;

    /** Until this age, one late state is enough, because too few seconds were seen to wait for a second one. */
    private static final long NEW_NANOS = 10_000_000_000L;

    /** A stall lasts at most this long. With ticks of 70 %, a backlog of 0.25 s takes 0.83 s to catch up. */
    private static final long ENOUGH_NANOS = 900_000_000;

    private static final int LEAST_OF = 200;
    private static final long SECOND_NANOS = 1_000_000_000;

    private final long[] least = new long[SECONDS];
    private final int[] counts = new int[SECONDS];
    private final long[] most = new long[SECONDS];
    private final int[] stalls = new int[SECONDS];

    private boolean begun;
    private long firstNanos;
    private long newSinceNanos;
    private long secondNanos;
    private int second;
    private long nowNanos;

    private double coverNanos = Double.MAX_VALUE;

    /** The lateness of the previous state, unless it was a stall. */
    private long beforeNanos;

    /** When a state was last at least as late as the one before it. */
    private long peakNanos;

    /** Whether states are late because of a stall. */
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
            begin();
        }
        for (int i = 0; i < SECONDS && nowNanos - secondNanos >= SECOND_NANOS; i++) {
            secondNanos += SECOND_NANOS;
            second = (second + 1) % SECONDS;
            least[second] = Long.MAX_VALUE;
            most[second] = 0;
            counts[second] = 0;
            stalls[second] = 0;
        }
        if (nowNanos - secondNanos >= SECOND_NANOS) {
            begin();
        }
    }

    /** Forgets all lateness. */
    private void begin() {
        firstNanos = nowNanos;
        secondNanos = nowNanos;
        renew();
    }

    /**
     * Notes a change of scale: from now on ticks take another share of their period, so one late state is enough again.
     */
    void renew() {
        newSinceNanos = nowNanos;
    }

    /** Lets time pass in a pause: no state is due, and no lateness is forgotten. */
    void pass(long nanos) {
        firstNanos += nanos;
        newSinceNanos += nanos;
        secondNanos += nanos;
        peakNanos += nanos;
        stalledSinceNanos += nanos;
    }

    /** Sets the lateness above which a single late state counts without a second one. */
    void covers(double nanos) {
        coverNanos = nanos;
    }

    /** For how long lateness has been measured. */
    long ageNanos() {
        return nowNanos - firstNanos;
    }

    /**
     * Records how late a state came. A lateness above the limit begins a stall. The stall counts once, however many
     * states are late because of it. It ends with a state that is no later than usual, or when it has lasted so long
     * that its lateness has become usual.
     */
    void add(long nanos, double limitNanos) {
        counts[second]++;
        least[second] = Math.min(least[second], nanos);
        if (nanos > limitNanos && !stalled) {
            stalls[second]++;
            stalled = true;
            stalledSinceNanos = nowNanos;
        }
        stalled &= nanos > mostNanos() && nowNanos - stalledSinceNanos < ENOUGH_NANOS;
        if (!stalled) {
            addMost(nanos);
        }
    }

    /**
     * Ignores a state that is less late than the one before it, until a second after the last peak. The cause of the
     * earlier lateness is still the cause of this one, and must not count in a second entry.
     */
    private void addMost(long nanos) {
        if (nanos >= beforeNanos || nowNanos - peakNanos >= SECOND_NANOS) {
            most[second] = Math.max(most[second], nanos);
            peakNanos = nowNanos;
        }
        beforeNanos = nanos;
    }

    /** Whether states are still late because of a stall. */
    boolean recovering() {
        return stalled;
    }

    /** The greatest lateness that counts, stalls excluded. */
    long mostNanos() {
        long recentSeconds = Math.max(LEAST_SECONDS, Math.min(RECENT_SECONDS, ceilDiv(ageNanos(), 2 * SECOND_NANOS)));
        long recent = 0;
        long largest = 0;
        long nextToIt = 0;
        for (int i = 0; i < SECONDS; i++) {
            long each = most[back(i)];
            recent = i < recentSeconds ? Math.max(recent, each) : recent;
            nextToIt = Math.max(nextToIt, Math.min(largest, each));
            largest = Math.max(largest, each);
        }
        boolean counts = recent > coverNanos || nowNanos - newSinceNanos < NEW_NANOS;
        return counts ? recent : Math.min(recent, nextToIt);
    }

    /**
     * The least lateness of the last seconds; zero if there was none. It looks back at {@value #LEAST_OF} states or
     * more, because all of the first few after a stall are late.
     */
    long leastNanos() {
        long result = Long.MAX_VALUE;
        int states = 0;
        for (int i = 0; i < RECENT_SECONDS && states < LEAST_OF; i++) {
            result = Math.min(result, least[back(i)]);
            states += counts[back(i)];
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

    private int back(int seconds) {
        return (second + SECONDS - seconds) % SECONDS;
    }

    private static long ceilDiv(long a, long b) {
        return -Math.floorDiv(-a, b);
    }
}
