package io.github.freestep.net.session;

import java.util.concurrent.TimeUnit;

/**
 * Chooses which states a client is sent, so that its link can carry them. Whole states are left out, evenly: every
 * second one is sent, or every third one, and so on. For the server's thread, except {@link #statesPerSecond} and
 * {@link #isOverloaded}. Allocates nothing.
 *
 * <p>The client reports ten times per second what has arrived, and how much later than it could have. A link is
 * <i>full</i> if its queue delays all datagrams by more than 25 ms in three reports in a row, or by more than 100 ms in
 * two, or if it loses 15 % of the bytes for a second. Then:
 *
 * <ol>
 *   <li><b>Cut.</b> The client is sent 0.85 times what arrives. So the queue becomes empty.
 *   <li><b>Drain.</b> If the queue does not become shorter, or the loss is not less, the link is not full: the way has
 *       become longer, or the link loses datagrams anyway. Then the cut is taken back.
 *   <li><b>Hold</b> for two seconds.
 *   <li><b>Probe.</b> The rate grows, slowly at first, until the queue grows or all states fit. Until the rate is
 *   enough for more states, the additional bytes are copies of states that are sent anyway. So a failed probe does not
 *   change the picture.
 * </ol>
 *
 * <p>Rejected: a fraction of the states, such as two of three. A sampler must wait for the longest gap, so the picture
 * would be as late as with every second one. Also rejected: to probe with more states. Each probe would change the gap
 * between states twice, and the picture with it.
 */
public final class StatePace {
    private static final long MILLI_NANOS = 1_000_000;

    /** A client is sent a state after this time, whatever its link carries. Ten per second are the least of use. */
    private static final long LONGEST_GAP_NANOS = 95 * MILLI_NANOS;

    private static final double LEAST_STATES = 10;

    /** Reports that come sooner than this after the last one count together with the next one. */
    private static final long SAMPLE_NANOS = 80 * MILLI_NANOS;

    /** After this much silence, what the client has reported before says nothing. */
    private static final long SILENT_NANOS = 1_000 * MILLI_NANOS;

    /** This many samples in a row show a queue. A stall of a thread or a radio link delays one or two of them. */
    private static final int SAMPLES = 3;

    /** A queue of this length is full of what this sender sends: others would have to share it. */
    private static final long QUEUE_NANOS = 25 * MILLI_NANOS;

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

    private static final double LOSS = 0.15;

    /** A loss is measured over this time and this many bytes, so that a few lost datagrams are not taken for more. */
    private static final long LOSS_NANOS = 1_000 * MILLI_NANOS;

    private static final long LOSS_BYTES = 24_000;

    /** Less than this part of a loss is left if the link was full, and is not now. */
    private static final double SAME_LOSS = 0.8;

    private static final double CUT = 0.85;

    /**
     * Two samples in a row are enough to show a queue longer than this. While it drains, the rate is DRAIN times that.
     */
    private static final long LONG_QUEUE_NANOS = 100 * MILLI_NANOS;

    private static final double DRAIN = 0.6;

    /** More states are sent if they need less than this part of the rate. */
    private static final double FITS = 0.9;

    /** As many states as before are sent while they need less than this part. */
    private static final double STILL_FITS = 1.03;

    /** The same during a probe. A probe ends above the rate that the link carries, and the cut after it is below. */
    private static final double PROBE_FITS = 0.7;

    /** The samples after a cut that still show what was sent before. */
    private static final int STALE = 2;

    private static final long HOLD_NANOS = 2_000 * MILLI_NANOS;

    /** After this time without a cut, nothing is known of the link. */
    private static final long FORGET_NANOS = 10_000 * MILLI_NANOS;

    private static final double SLOWEST_GROWTH = 0.03;
    private static final double FASTEST_GROWTH = 0.25;

    /** If this many times what arrived at the last cut arrives, the link carries more now, so growth is faster. */
    private static final double BEYOND = 1.1;

    private static final double FASTER = 1.5;

    /**
     * The rate grows only if at least this share of it arrives; otherwise, the link has not shown that it carries it.
     */
    private static final double USED = 0.9;

    private static final double USED_BEYOND = 0.75;

    /** How often a piece is sent at most. */
    private static final int MOST_TIMES = 3;

    private static final double LEAST_RATE = 1_000;
    private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** As a number of states left out, sends the next one at any level. */
    private static final int ALL = Integer.MAX_VALUE - 1;

    private enum Phase {
        FREE,
        DRAIN,
        HOLD,
        PROBE
    }

    private final double budget;
    private Phase phase = Phase.FREE;

    /** The bytes of pieces per second that the link carries, as far as is known. */
    private double rate = Double.POSITIVE_INFINITY;

    /** Whether nothing was known of the link before the cut. */
    private boolean wasFree;

    private double drainPart = 1;
    private double probedFrom;
    private long cutNanos;
    private double growth;

    /** What arrived at the last cut. */
    private double capacity;

    /** 0: all states, with copies; 1: all states; 2: every second one; and so on. */
    private int level;

    private int skipped = ALL;
    private boolean begun;
    private long nextNanos;
    private long takenNanos;

    /** The bytes that may be sent in addition. */
    private double credit;

    private boolean hasReport;
    private int seen;
    private int arrived;
    private long sampledNanos;
    private long lateNanos = Long.MAX_VALUE;

    private int samples;
    private final long[] spans = new long[SAMPLES];
    private final long[] sentBytes = new long[SAMPLES];
    private final long[] cameBytes = new long[SAMPLES];
    private final long[] lates = new long[SAMPLES];

    private long lossSpan;
    private long lossSent;
    private long lossCame;

    /** What the link has of itself. */
    private long ownLateNanos;

    private double ownLoss;
    private long jitterNanos;

    /** Of the last cut. */
    private long cutLateNanos;

    private double cutLoss;

    private volatile int statesPerSecond = ClientStatus.UNKNOWN;
    private volatile boolean overloaded;

    /**
     * Creates the pace of a new client.
     *
     * @param budget the most bytes per second; infinite for no limit
     */
    public StatePace(double budget) {
        this.budget = budget;
    }

    /**
     * Decides about the next state.
     *
     * @return how often to send each of its pieces; 0 to leave the state out
     */
    public int next(long nowNanos, StateLoad load) {
        long passed = begun ? nowNanos - nextNanos : 0;
        nextNanos = nowNanos;
        if (level == 0 && rate < Double.POSITIVE_INFINITY && nowNanos - cutNanos > FORGET_NANOS) {
            phase = Phase.FREE;
            rate = Double.POSITIVE_INFINITY;
        }
        choose(load);
        skipped++;
        double bytes = load.stateBytes();
        boolean probes = phase == Phase.PROBE && level > 0;
        credit = probes ? Math.min(MOST_TIMES * bytes, credit + most(load, 1) * passed / SECOND_NANOS) : 0;
        if (begun && skipped < level && nowNanos - takenNanos < LONGEST_GAP_NANOS) {
            return 0;
        }
        begun = true;
        skipped = 0;
        takenNanos = nowNanos;
        int times = 1;
        credit = Math.max(-bytes, credit - bytes);
        while (probes && times < MOST_TIMES && credit >= bytes) {
            credit -= bytes;
            times++;
        }
        return times;
    }

    /** Sends the next state always, because it says what the client must know at once. */
    public void require() {
        skipped = ALL;
    }

    /** Whether to send the copies of the next state, too. */
    public boolean copies() {
        return level == 0;
    }

    /** Whether states are left out. */
    public boolean leavesOut() {
        return level > 1;
    }

    private double most(StateLoad load, double part) {
        double link = phase == Phase.DRAIN ? drainPart * rate : rate;
        return Math.max(LEAST_RATE, Math.min(part * link, budget - load.others()));
    }

    private void choose(StateLoad load) {
        int needed = fit(load, most(load, STILL_FITS));
        int possible = fit(load, most(load, phase == Phase.PROBE ? PROBE_FITS : FITS));
        level = Math.max(needed, Math.min(level, possible));
        int states = (int) Math.round(load.states() / Math.max(1, level));
        if (states != statesPerSecond) {
            statesPerSecond = states;
        }
        boolean isTooMuch = level > 0 && load.single() / level > most(load, STILL_FITS);
        if (isTooMuch != overloaded) {
            overloaded = isTooMuch;
        }
    }

    /** The lowest level that takes at most this many bytes per second; otherwise the highest. */
    private static int fit(StateLoad load, double most) {
        if (load.full() <= most) {
            return 0;
        }
        int highest = (int) Math.max(1, Math.round(load.states() / LEAST_STATES));
        return (int) Math.max(1, Math.min(highest, Math.ceil(load.single() / most)));
    }

    /**
     * Takes a report of the client.
     *
     * @param newSeen the number of bytes that were sent before the newest piece that has arrived, modulo 2^32
     * @param newArrived the number of bytes that have arrived
     * @param lateMicros by how much the least late piece since the last report was later than it could have been;
     *     negative if none came
     */
    void heard(long nowNanos, int newSeen, int newArrived, int lateMicros) {
        if (lateMicros >= 0) {
            lateNanos = Math.min(lateNanos, TimeUnit.MICROSECONDS.toNanos(lateMicros));
        }
        long span = nowNanos - sampledNanos;
        if (hasReport && span < SAMPLE_NANOS) {
            return;
        }
        int sent = newSeen - seen;
        int came = newArrived - arrived;
        boolean isNext = hasReport && span < SILENT_NANOS && sent >= 0 && came >= 0;
        hasReport = true;
        sampledNanos = nowNanos;
        seen = newSeen;
        arrived = newArrived;
        if (isNext) {
            sample(nowNanos, span, sent, came);
        } else {
            restart(0);
        }
        lateNanos = Long.MAX_VALUE;
    }

    private void restart(int toSamples) {
        samples = toSamples;
        lossSpan = 0;
        lossSent = 0;
        lossCame = 0;
    }

    private void sample(long nowNanos, long span, long sent, long came) {
        int at = Math.floorMod(samples++, SAMPLES);
        spans[at] = span;
        sentBytes[at] = sent;
        cameBytes[at] = came;
        // If nothing has come, nothing is known, so it counts as before.
        lates[at] = lateNanos != Long.MAX_VALUE ? lateNanos : lates[Math.floorMod(at - 1, SAMPLES)];
        ownLateNanos = Math.min(ownLateNanos, lates[at]);
        if (samples <= 0) {
            return;
        }
        lossSpan += span;
        lossSent += sent;
        lossCame += came;
        switch (phase) {
            case FREE -> cutIf(isFull(), nowNanos);
            case DRAIN -> drain(nowNanos, lates[at]);
            case HOLD -> hold(nowNanos, lates[at]);
            case PROBE -> probe(nowNanos, lates[at]);
        }
        if (hasLoss()) {
            ownLoss = Math.min(ownLoss, loss());
            restart(samples);
        }
    }

    private void cutIf(boolean full, long nowNanos) {
        if (full) {
            cut(nowNanos);
        }
    }

    private boolean isFull() {
        return hasQueue() || hasLoss() && loss() >= LOSS + ownLoss;
    }

    private boolean hasQueue() {
        return hasLongQueue() || samples >= SAMPLES && leastLate() > QUEUE_NANOS + ownLateNanos;
    }

    private boolean hasLongQueue() {
        return samples >= 2 && Math.min(lates[newest(0)], lates[newest(1)]) > LONG_QUEUE_NANOS + ownLateNanos;
    }

    private int newest(int age) {
        return Math.floorMod(samples - 1 - age, SAMPLES);
    }

    private double newest(long[] values) {
        return values[newest(0)] + values[newest(1)];
    }

    private boolean hasLoss() {
        return lossSpan >= LOSS_NANOS && lossSent >= LOSS_BYTES;
    }

    private double loss() {
        return Math.max(0, 1 - (double) lossCame / lossSent);
    }

    private long leastLate() {
        long least = Long.MAX_VALUE;
        for (long late : lates) {
            least = Math.min(least, late);
        }
        return least;
    }

    private static double sum(long[] values) {
        double sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }

    private void cut(long nowNanos) {
        if (phase != Phase.DRAIN) {
            wasFree = phase == Phase.FREE;
        }
        phase = Phase.DRAIN;
        cutNanos = nowNanos;
        cutLateNanos = leastLate();
        cutLoss = hasLoss() && !hasQueue() ? loss() : 0;
        boolean isLong = hasLongQueue();
        drainPart = isLong ? DRAIN : 1;
        // A queue that was never empty shows exactly what the link carries.
        double came = (isLong ? newest(cameBytes) : sum(cameBytes)) * SECOND_NANOS;
        came /= isLong ? newest(spans) : sum(spans);
        capacity = came;
        rate = Math.max(LEAST_RATE, CUT * Math.min(rate, came));
        restart(-STALE);
    }

    /** While ten states per second are too many, the cut could not help, so it says nothing about the link. */
    private void drain(long nowNanos, long late) {
        if (cutLoss > 0) {
            if (hasQueue()) {
                cut(nowNanos);
            } else if (!overloaded && hasLoss() && loss() >= SAME_LOSS * cutLoss) {
                ownLoss = loss();
                takeBack();
            } else if (hasLoss()) {
                hold();
            }
        } else if (late <= EMPTY_NANOS + ownLateNanos) {
            hold();
        } else if (samples >= SAMPLES) {
            long least = leastLate();
            boolean arrives = sum(cameBytes) >= CUT * sum(sentBytes);
            if (least > cutLateNanos + CHANGE_NANOS || !arrives) {
                cut(nowNanos);
            } else if (!overloaded && least > cutLateNanos - CHANGE_NANOS) {
                ownLateNanos = least;
                takeBack();
            } else {
                cutLateNanos = least;
                restart(0);
            }
        }
    }

    private void hold() {
        phase = Phase.HOLD;
        jitterNanos = 0;
    }

    /** The link is as it was before the cut, so the cut was wrong. A rate that was known before grows back. */
    private void takeBack() {
        if (wasFree) {
            rate = Double.POSITIVE_INFINITY;
            phase = Phase.FREE;
        } else {
            hold();
        }
        restart(0);
    }

    private void hold(long nowNanos, long late) {
        jitterNanos = Math.max(jitterNanos, Math.min(MOST_JITTER_NANOS, late - ownLateNanos));
        cutIf(isFull(), nowNanos);
        if (phase == Phase.HOLD && nowNanos - cutNanos >= HOLD_NANOS) {
            phase = Phase.PROBE;
            // What has come without a queue is proved.
            rate = Math.max(rate, sum(cameBytes) * SECOND_NANOS / sum(spans));
            probedFrom = rate;
            growth = SLOWEST_GROWTH;
            credit = 0;
        }
    }

    private void probe(long nowNanos, long late) {
        long queue = late - ownLateNanos - jitterNanos;
        boolean grows = samples >= SAMPLES && queue > PROBE_QUEUE_NANOS;
        cutIf(grows || isFull(), nowNanos);
        if (grows) {
            // What was sent before the probe has left the queue empty.
            rate = Math.max(rate, probedFrom);
        }
        double came = sum(cameBytes) * SECOND_NANOS / sum(spans);
        boolean isBeyond = came > BEYOND * capacity;
        if (phase == Phase.PROBE && came >= (isBeyond ? USED_BEYOND : USED) * rate && queue <= NO_QUEUE_NANOS) {
            growth = isBeyond ? Math.min(FASTEST_GROWTH, growth * FASTER) : SLOWEST_GROWTH;
            rate *= 1 + growth;
        }
    }

    /** The states per second that the client is sent now. For any thread. */
    public int statesPerSecond() {
        return statesPerSecond;
    }

    /** Whether the link cannot carry even ten whole states per second. For any thread. */
    public boolean isOverloaded() {
        return overloaded;
    }
}
