package io.github.freestep.net.session;

/**
 * Finds out how many bytes per second a client's link carries. For the server's thread. Allocates nothing.
 *
 * <p>If the link loses much, everything is sent once more for a while. If much more is lost then, the link is full.
 * Otherwise the loss is its own, and sending once more helps against it. Rejected: to send less for a while. Without
 * the copies of states, each lost datagram was seen: 17 of 60 runs with 15 % of loss had a judder above 1 %, now none.
 *
 * <p>If {@link LinkReports} finds a queue, or the link is full:
 *
 * <ol>
 *   <li><b>Cut.</b> The client is sent 0.85 times what the link carries. So the queue becomes empty.
 *   <li><b>Drain.</b> If the queue does not become shorter, or the loss is not less, the link is not full: the way has
 *       become longer, or the link loses datagrams anyway. Then the cut is taken back.
 *   <li><b>Hold</b> for two seconds, or until datagrams come sooner than all of the last seconds, which shows that the
 *       link carries more now. If the queue comes back although no more is sent, it was no queue: datagrams are
 *       late by chance, and the link keeps their order. That lateness then counts as usual.
 *   <li><b>Probe.</b> The rate grows, slowly at first, until the queue grows or all states fit.
 * </ol>
 */
final class LinkRate {
    private static final long MILLI_NANOS = 1_000_000;

    /** A queue that is shorter than this counts as empty. */
    private static final long EMPTY_NANOS = 15 * MILLI_NANOS;

    /** A queue that is longer by this, in one sample, ends a probe. */
    private static final long PROBE_QUEUE_NANOS = 12 * MILLI_NANOS;

    /** A probe does not grow while the queue is longer by this. */
    private static final long NO_QUEUE_NANOS = 2 * MILLI_NANOS;

    /** The most jitter that makes a probe less sensitive. */
    private static final long MOST_JITTER_NANOS = 40 * MILLI_NANOS;

    /** A queue changes by more than this while it fills or drains. */
    private static final long CHANGE_NANOS = 10 * MILLI_NANOS;

    /**
     * If half as much more is sent, a full link delivers two thirds of the earlier share, and any other the same share.
     */
    private static final double SAME_PART = 0.9;

    /** A test has sent at least this many times as much. */
    private static final double MORE = 1.25;

    /** Less than this part of a loss is left if the link was full, and is not now. */
    private static final double SAME_LOSS = 0.8;

    private static final double CUT = 0.85;

    /** While a long queue drains, the rate is this times that after the cut. */
    private static final double DRAIN = 0.6;

    /** The samples after a cut that still show what was sent before. */
    private static final int STALE = 2;

    private static final long HOLD_NANOS = 2_000 * MILLI_NANOS;

    /** After this time without a cut, nothing is known of the link. */
    private static final long FORGET_NANOS = 10_000 * MILLI_NANOS;

    private static final double SLOWEST_GROWTH = 0.05;
    private static final double FASTEST_GROWTH = 1;

    /** If the link carries this many times what it carried at the last cut, growth is faster. */
    private static final double BEYOND = 1.25;

    private static final double FASTER = 3;

    /**
     * The rate grows only if at least this share of it arrives; otherwise, the link has not shown that it carries it.
     */
    private static final double USED = 0.9;

    private static final double USED_BEYOND = 0.75;

    /** This part of a probe's rate counts as proved: a failed probe ends above what the link carries, with a cut. */
    private static final double PROVED = 0.78;

    /** The lowest rate, so that there is always something to report. */
    static final double LEAST = 1_000;

    private enum Phase {
        FREE,
        TEST,
        DRAIN,
        HOLD,
        PROBE
    }

    private final LinkReports reports = new LinkReports();
    private Phase phase = Phase.FREE;

    /** The bytes of pieces per second that the link carries, as far as is known. */
    double rate = Double.POSITIVE_INFINITY;

    /** Whether nothing was known of the link before the cut. */
    private boolean wasFree;

    private double testedLoss;
    private double testedRate;

    /** Whether the link was tested, and lost no more. */
    private boolean repeatHelps;

    private double drainPart = 1;
    private double probedFrom;
    private double growth;
    private long jitterNanos;

    /** Of the last cut. */
    private long cutNanos;

    private long cutLateNanos;
    private double cutLoss;

    /** Whether the queue has become shorter since then, or could not, because too much was sent. */
    private boolean drains;

    /** Whether a queue came back although no more was sent. */
    private boolean cameBack;

    /** Whether even the fewest states of use are too many. */
    private boolean isOverloaded;

    /** What the link carried at the last cut, or what a probe had reached. */
    private double capacity;

    /** Whether it has become faster since then. */
    private boolean isFaster;

    /** The bytes per second to send now. */
    double bytesPerSecond() {
        return phase == Phase.DRAIN ? drainPart * rate : rate;
    }

    /** The bytes per second that the link was seen to carry. */
    double provedBytesPerSecond() {
        return phase == Phase.PROBE ? Math.max(probedFrom, PROVED * rate) : bytesPerSecond();
    }

    /** Whether the link was full, so that the rate must not grow yet. */
    boolean isHeld() {
        return phase == Phase.DRAIN || phase == Phase.HOLD;
    }

    /** Whether the rate grows to see what the link carries. */
    boolean isProbing() {
        return phase == Phase.PROBE;
    }

    /** Whether to send everything once more, because the link loses much, or to see whether it then loses more. */
    boolean repeats() {
        return phase == Phase.TEST || phase == Phase.FREE && repeatHelps && reports.losesMuch();
    }

    /** Forgets the link if it was not full for a while. For a client whose link carries everything. */
    void forgetOld(long nowNanos) {
        if (phase != Phase.TEST && nowNanos - cutNanos > FORGET_NANOS) {
            free();
        }
    }

    private void free() {
        phase = Phase.FREE;
        rate = Double.POSITIVE_INFINITY;
    }

    /**
     * Notes that datagrams come sooner than before. While the first queue drains and shortly after that, they may do so
     * because none came without a queue.
     */
    void faster() {
        isFaster |= !wasFree || phase != Phase.DRAIN && reports.isComplete();
    }

    /**
     * Takes a report of the client, as {@link LinkReports#heard} does.
     *
     * @param overloaded whether even the fewest states of use are too many. Then a cut could not help, so what follows
     *     it says nothing about the link.
     */
    void heard(long nowNanos, int seen, int arrived, int lateMicros, boolean overloaded) {
        if (!reports.heard(nowNanos, seen, arrived, lateMicros)) {
            return;
        }
        isOverloaded = overloaded;
        switch (phase) {
            case FREE -> test(nowNanos);
            case TEST -> endTest(nowNanos);
            case DRAIN -> drain(nowNanos);
            case HOLD -> hold(nowNanos);
            case PROBE -> probe(nowNanos);
        }
        if (phase == Phase.FREE) {
            reports.learnUsual();
        }
        reports.endLoss();
    }

    private void test(long nowNanos) {
        if (reports.hasQueue() || repeats() && reports.isFull()) {
            cut(nowNanos);
        } else if (!repeats() && reports.losesMore()) {
            phase = Phase.TEST;
            testedLoss = reports.loss();
            testedRate = reports.sentBytesPerSecond();
            reports.restartAfter(STALE);
        }
    }

    private void endTest(long nowNanos) {
        boolean hasLoss = reports.hasLoss();
        // Not if the budget has no room for it. Then the loss alone decides.
        boolean sentMore = hasLoss && reports.sentBytesPerSecond() >= MORE * testedRate;
        boolean losesMore = sentMore ? 1 - reports.loss() < SAME_PART * (1 - testedLoss) : reports.isFull();
        if (reports.hasQueue() || hasLoss && losesMore) {
            cut(nowNanos);
        } else if (hasLoss) {
            reports.ownLoss();
            repeatHelps = sentMore;
            free();
        }
    }

    private void cut(long nowNanos) {
        if (phase != Phase.DRAIN) {
            wasFree = phase == Phase.FREE || phase == Phase.TEST;
        }
        repeatHelps = false;
        cutNanos = nowNanos;
        cutLateNanos = reports.leastLate();
        drains = isOverloaded;
        cameBack = false;
        isFaster = false;
        cutLoss = reports.hasLoss() && !reports.hasQueue() ? reports.loss() : 0;
        boolean isLong = reports.hasLongQueue();
        drainPart = isLong ? DRAIN : 1;
        // A queue that was never empty shows exactly what the link carries.
        double carried = isLong ? reports.newestCarriedBytesPerSecond() : reports.carriedBytesPerSecond();
        // A probe sends in bursts, so less arrives in a sample than the link could carry.
        capacity = isProbing() ? Math.max(rate, carried) : carried;
        // What is sent although it is too much says nothing against the rate.
        rate = Math.max(LEAST, Math.min(isOverloaded ? rate : CUT * rate, CUT * carried));
        phase = Phase.DRAIN;
        reports.restartAfter(STALE);
    }

    private void drain(long nowNanos) {
        if (cutLoss > 0) {
            drainLoss(nowNanos);
        } else if (reports.queueNanos() <= EMPTY_NANOS) {
            hold();
        } else if (reports.isComplete()) {
            long least = reports.leastLate();
            if (least > cutLateNanos + CHANGE_NANOS || !reports.carries(CUT)) {
                cut(nowNanos);
            } else if (!isOverloaded && least > cutLateNanos - CHANGE_NANOS) {
                reports.ownLeastLate();
                if (drains) {
                    // It was a queue. What is left is how long a datagram takes on a slow link.
                    hold();
                } else {
                    takeBack();
                }
            } else {
                drains |= isOverloaded || least <= cutLateNanos - CHANGE_NANOS;
                cutLateNanos = least;
                reports.restart();
            }
        }
    }

    private void drainLoss(long nowNanos) {
        if (reports.hasQueue()) {
            cut(nowNanos);
        } else if (!isOverloaded && reports.hasLoss() && reports.loss() >= SAME_LOSS * cutLoss) {
            reports.ownLoss();
            takeBack();
        } else if (reports.hasLoss()) {
            reports.ownLoss();
            hold();
        }
    }

    private void hold() {
        phase = Phase.HOLD;
        jitterNanos = 0;
        // What was lost before is no sign that too much is sent now.
        reports.restart();
    }

    /** The link is as it was before the cut, so the cut was wrong. A rate that was known before grows back. */
    private void takeBack() {
        if (wasFree) {
            free();
        } else {
            hold();
        }
        reports.restart();
    }

    private void hold(long nowNanos) {
        if (reports.hasQueue() && !cameBack && !isOverloaded) {
            cameBack = true;
            reports.usualLeastLate();
            reports.restart();
        }
        jitterNanos = Math.max(jitterNanos, Math.min(MOST_JITTER_NANOS, reports.queueNanos()));
        if (reports.isFull()) {
            cut(nowNanos);
        } else if (isFaster || nowNanos - cutNanos >= HOLD_NANOS) {
            phase = Phase.PROBE;
            probedFrom = rate;
            growth = SLOWEST_GROWTH;
        }
    }

    private void probe(long nowNanos) {
        long queue = reports.queueNanos() - jitterNanos;
        boolean grows = reports.isComplete() && queue > PROBE_QUEUE_NANOS;
        if (grows || reports.isFull()) {
            cut(nowNanos);
        }
        if (grows) {
            // What was sent before the probe has left the queue empty.
            rate = Math.max(rate, probedFrom);
        }
        double carried = reports.carriedBytesPerSecond();
        boolean isBeyond = isFaster || carried > BEYOND * capacity;
        if (phase == Phase.PROBE && carried >= (isBeyond ? USED_BEYOND : USED) * rate && queue <= NO_QUEUE_NANOS) {
            growth = isBeyond ? Math.min(FASTEST_GROWTH, growth * FASTER) : SLOWEST_GROWTH;
            rate *= 1 + growth;
        }
    }
}
