package io.github.freestep.net.wire;

import io.github.freestep.net.clock.Delays;

/**
 * Chooses how far apart in time local states are. A window has only a few states. If the link's delays vary by more
 * than these states span, a sampler cannot wait for the late ones, and the picture stands still and jumps. States that
 * are further apart span more. For one thread; allocates nothing once made.
 *
 * <p>What varies is when the state after a given one comes: the lateness of a state, and also the hole that lost states
 * leave. As a sampler does, this follows only what occurs in two different seconds, because one stall must not make
 * motion coarser. What waited in a stall comes at once. All of it counts in the second of the first of these states,
 * also if the next second begins meanwhile.
 *
 * <p>Rejected: larger windows. They are limited to eight states, because a window is one word of 64 bits that is
 * published at once.
 */
final class StateSpacing {
    /** The number of states in a window. At 100 states per second, it hides a jitter of 60 ms. */
    static final int WINDOW = 8;

    /** A lateness is remembered for 16 seconds. */
    private static final long SECOND_NANOS = 1_000_000_000;

    /** What a sampler keeps free, so that small changes do not matter. */
    private static final double RESERVE_NANOS = 1_000_000;

    /** States are further apart than this only if the sender's are. Lerps of curves over longer gaps cut corners. */
    private static final double MOST_GAP_NANOS = 50_000_000;

    /**
     * How many gaps fewer than states a window has for lateness. It has one gap fewer than states. A sampler hides one
     * gap of lateness by a bridge, and the others by its delay. Half of the bridge stays free for a state that is later
     * than all before it. With none of it free, a jitter of 50 ms to either side had a judder of 4.8 % instead of 0.9 %
     * in the worst of 100 runs of an earlier version. With all of it free, states would often be further apart than
     * necessary, and the picture older by a gap.
     */
    private static final double MARGIN_GAPS = 1.5;

    /**
     * The gap shrinks only down to the smallest possible one divided by this. If it shrank further, the next state that
     * is a little later would make it grow again. With each such change, the picture would jump or wait for a state,
     * because twice as many states are published in between.
     */
    private static final double CLOSER = 0.75;

    /** If all states of a second are later than those of others by more than this, there was a queue. */
    private static final long QUEUE_NANOS = 10_000_000;

    /**
     * By how much the gap shrinks in a second at most. A sampler's delay is as long as the window had to be, and falls
     * by 10 ms in a second at most. If the window shrank faster, it would lack the states that the picture shows.
     */
    private static final double SHRINKS_NANOS = 1_000_000;

    private static final double GAPS = WINDOW - MARGIN_GAPS;

    private final Delays delays = new Delays(SECOND_NANOS);
    private boolean begun;
    private long newest;
    private long cameNanos;
    private double cameLateNanos;
    private double gapNanos;

    /** Forgets what was late, for another run, and keeps all states at first. */
    void clear() {
        delays.clear();
        begun = false;
        gapNanos = 0;
    }

    /** Forgets the seconds in which all states were late, because they waited in a queue, which is gone. */
    void forgetQueues() {
        delays.forgetQueues(newest * SECOND_NANOS, QUEUE_NANOS);
        gapNanos = begun ? Math.max(0, wantedNanos()) : 0;
    }

    /**
     * Forgets what was late in one second only, because the time of a rest does not pass here: stalls that are far
     * apart would otherwise count as two of the same seconds.
     */
    void rested() {
        delays.atMost(Math.round(Math.max(usualNanos(), delays.least(newest * SECOND_NANOS, 0))));
    }

    /** Whether a state is far enough from the one before it, in wall time. */
    boolean isFar(double sinceNanos) {
        return sinceNanos >= gapNanos;
    }

    /**
     * Notes when a state came.
     *
     * @param lateNanos for how long the state before it had been due: its own lateness plus one gap, or more gaps if
     *     states between the two are lost. The constant gap does not matter, only by how much this varies
     */
    void came(double lateNanos, long nowNanos) {
        // Less than half as far apart as they were sent.
        boolean isOfSameStall = begun && cameLateNanos - lateNanos > nowNanos - cameNanos;
        long now = isOfSameStall ? newest : Math.floorDiv(nowNanos, SECOND_NANOS);
        cameNanos = nowNanos;
        cameLateNanos = lateNanos;
        if (!begun) {
            begun = true;
            newest = now;
        }
        if (now != newest) {
            choose();
        }
        newest = Math.max(newest, now);
        long second = newest * SECOND_NANOS;
        long late = Math.round(lateNanos);
        boolean isMost = late > delays.mostOf(second, 0);
        delays.add(second, late);
        if (isMost) {
            // Not at the end of the second: the picture is late now, and must stay late if the gap grows.
            gapNanos = Math.max(gapNanos, wantedNanos());
        }
    }

    private void choose() {
        double wanted = wantedNanos();
        double least = Math.min(gapNanos, wanted / CLOSER);
        gapNanos = Math.max(0, Math.max(wanted, Math.max(least, gapNanos - SHRINKS_NANOS)));
    }

    private double wantedNanos() {
        double earliest = delays.least(newest * SECOND_NANOS, 0);
        return Math.min(MOST_GAP_NANOS, (usualNanos() - earliest + RESERVE_NANOS) / GAPS);
    }

    /** The greatest lateness that was reached in two different seconds; negative and infinite if none was. */
    double usualNanos() {
        long now = newest * SECOND_NANOS;
        double earliest = delays.least(now, 0);
        double first = Double.NEGATIVE_INFINITY;
        double second = Double.NEGATIVE_INFINITY;
        for (int back = 0; back < Delays.BUCKETS; back++) {
            double each = delays.mostOf(now, back);
            // What no gap can hide must not make motion coarser.
            // With the whole bridge, these gaps still hide it.
            if (each > Delays.NONE && each - earliest <= MOST_GAP_NANOS * (GAPS + MARGIN_GAPS - 1)) {
                second = Math.max(second, Math.min(first, each));
                first = Math.max(first, each);
            }
        }
        return second;
    }
}
