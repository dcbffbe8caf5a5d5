package io.github.freestep.net.clock;

/**
 * Estimates the least delay of datagrams, and how fast the drift between the clocks makes it grow. A delay is the
 * arrival by one clock minus the stamp by the other, so it contains the difference of the clocks. Delays are counted
 * from that of the first datagram, and times from an origin. For one thread; allocates nothing once made.
 */
final class DelayEstimate {
    static final long BUCKET_NANOS = 250_000_000;

    /** A delay that differs by more than this from the expected one does not count. */
    private static final long STEP_NANOS = 100_000_000;

    /** What waited in a stall arrives at once, so within two buckets that follow each other. */
    private static final int STALL_BUCKETS = 2;

    private static final int SECOND_BUCKETS = (int) (1_000_000_000 / BUCKET_NANOS);

    private static final long DRIFT_BUCKET_NANOS = 1_000_000_000;

    /** How long delays must be longer by a step before they are expected. A network can be congested for seconds. */
    private static final long LATE_LASTS_NANOS = 4_000_000_000L;

    /**
     * How long delays must be shorter by a step before they are expected. No network delivers before the datagram was
     * sent.
     */
    private static final long EARLY_LASTS_NANOS = 500_000_000;

    /** The shortest time over which to measure drift. Over less, the jitter is greater than the growth by any drift. */
    private static final long DRIFT_SPAN_NANOS = 3_000_000_000L;

    /** A drift that was measured over this time is replaced only by one that was measured over as long a time. */
    private static final long DRIFT_KNOWN_NANOS = 12_000_000_000L;

    /** The greatest drift: that of two crystals that are each 100 ppm off. */
    private static final double MOST_DRIFT = 200e-6;

    /** The margin above the greatest delay: 1/8 of the jitter and 0.2 ms. Most new maxima lie within it. */
    private static final int MARGIN_SHIFT = 3;

    private static final long MARGIN_NANOS = 200_000;

    private final Delays delays = new Delays(BUCKET_NANOS);
    private final Delays pieceDelays = new Delays(BUCKET_NANOS);
    private final Delays driftDelays = new Delays(DRIFT_BUCKET_NANOS);

    /** By how much delays grow per time: the drift between the clocks. */
    double growth;

    private boolean growthKnown;

    /** The least delay of a datagram that comes now, as of the last look at {@link #delays}. */
    private long expectedDelay;

    private long expectedAt;

    /** Whether all newest delays differ from the expected one by about the same step, and since when. */
    private boolean stepped;

    private long steppedAt;
    private long steppedDelay;

    void clear() {
        delays.clear();
        pieceDelays.clear();
        driftDelays.clear();
        stepped = false;
        growth = 0;
        growthKnown = false;
    }

    boolean forgetLate(long at, long leastNanos) {
        long most = pieceDelays.most(at, STALL_BUCKETS);
        boolean isInTime = most != Delays.NONE && most - expected(at) < leastNanos;
        if (isInTime) {
            pieceDelays.forgetOld(at, STALL_BUCKETS);
        }
        return isInTime;
    }

    /** The delay of a datagram that arrives at a time and did not wait anywhere. */
    long expected(long at) {
        return expectedDelay + Math.round(growth * (at - expectedAt));
    }

    /**
     * The delay above which no piece is expected: that of the latest piece of the last 4 s, and a margin.
     *
     * @param ignoresStall whether only a delay counts that was reached twice, half a second apart
     */
    long latest(long at, boolean ignoresStall) {
        long least = expected(at);
        long most = ignoresStall ? recurring(at) : Math.max(least, pieceDelays.most(at, Delays.BUCKETS));
        return most + (most - least >> MARGIN_SHIFT) + MARGIN_NANOS;
    }

    /** The greatest delay of a piece in the last 4 s that was reached twice, half a second apart. */
    long recurring(long at) {
        return Math.max(expected(at), pieceDelays.mostTwice(at, STALL_BUCKETS));
    }

    /**
     * By how much the delays of the last second were above the expected one, at most.
     *
     * @return {@code Long.MAX_VALUE} if there were no datagrams
     */
    long jitter(long at) {
        long most = delays.most(at, SECOND_BUCKETS);
        return most == Delays.NONE ? Long.MAX_VALUE : most - expected(at);
    }

    /** By how much a piece with this delay is earlier than all of the last 4 s; 0 if it is not, or they lack some. */
    long earlyNanos(long at, long delay) {
        return pieceDelays.isFull(at) ? Math.max(0, pieceDelays.least(at, growth) - delay) : 0;
    }

    boolean isEarly(long at, long delay) {
        return delay - expected(at) < -STEP_NANOS;
    }

    boolean isLate(long at, long delay) {
        return delay - expected(at) > STEP_NANOS;
    }

    /**
     * Takes the delay of a datagram that is neither early nor late.
     *
     * @param isPiece whether the network never repeats such a datagram
     * @param settled whether there is an expected delay already. If so, datagrams that return after a gap must come for
     *     some seconds before a longer delay is expected
     */
    void add(long at, long delay, boolean isPiece, boolean settled) {
        stepped = false;
        delays.add(at, delay);
        driftDelays.add(at, delay);
        if (isPiece) {
            pieceDelays.add(at, delay);
        }
        expect(at, settled);
    }

    /**
     * Takes the delay of a datagram that is early or late.
     *
     * @return whether such delays have come alone for so long that they are expected from now on
     */
    boolean addStep(long at, long delay) {
        long lastsNanos = isEarly(at, delay) ? EARLY_LASTS_NANOS : LATE_LASTS_NANOS;
        if (!stepped || Math.abs(delay - steppedDelay) > STEP_NANOS) {
            stepped = true;
            steppedAt = at;
            steppedDelay = delay;
        }
        steppedDelay = Math.min(steppedDelay, delay);
        if (at - steppedAt < lastsNanos) {
            return false;
        }
        clear();
        add(at, steppedDelay, false, false);
        return true;
    }

    /** Measures the drift. Keeps the known drift if there were too few datagrams lately to measure a better one. */
    void learnDrift(long at) {
        long spanNanos = driftDelays.spanNanos(at);
        if (spanNanos >= (growthKnown ? DRIFT_KNOWN_NANOS : DRIFT_SPAN_NANOS)) {
            expect(at, true);
            growth = Math.max(-MOST_DRIFT, Math.min(MOST_DRIFT, driftDelays.growth(at)));
            growthKnown |= spanNanos >= DRIFT_KNOWN_NANOS;
        }
    }

    private void expect(long at, boolean settled) {
        long least = delays.least(at, growth);
        expectedDelay = delays.isFull(at) || !settled ? least : Math.min(least, expected(at));
        expectedAt = at;
    }
}
