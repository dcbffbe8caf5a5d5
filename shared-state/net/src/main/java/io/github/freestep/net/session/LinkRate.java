package io.github.freestep.net.session;

import java.util.concurrent.TimeUnit;

/**
 * Finds out how many bytes per second a client's link carries. For the server's thread. Allocates nothing.
 *
 * <p>The client reports ten times per second what has arrived, and how much later than it could have. A link has a
 * <i>queue</i> if all datagrams of three reports in a row are late by 25 ms more than is usual for it. If it keeps the
 * order, jitter delays all datagrams, and then less again, so what is usual is learned from how far the delay falls
 * while everything is sent. It is forgotten within minutes. Rejected: to ask for five reports in a row, or for a delay
 * that does not fall. Jitter of 50 ms to either side still looked like a queue in at least 3 of 40 runs.
 *
 * <p>If the link loses much, each piece is sent once more for a while. If much more is lost then, the link is full.
 * Otherwise the loss is its own, and sending once more helps against it. Rejected: to send less for a while. Without
 * the copies of states, each lost datagram was seen: 17 of 60 runs with 15 % of loss had a judder above 1 %, now none.
 *
 * <p>If there is a queue, or the link is full:
 *
 * <ol>
 *   <li><b>Drain.</b> The client is sent 0.85 times what the link carries, so the queue becomes empty. If it does not
 *       become shorter, it is not a queue, because the way has become longer. Then everything is sent again.
 *   <li><b>Hold</b> for two seconds, or until datagrams come sooner than all of the last seconds, which shows that the
 *       link carries more now.
 *   <li><b>Probe.</b> The rate grows slowly, or doubles if datagrams come sooner, until the queue grows or all states
 *       fit.
 * </ol>
 */
final class LinkRate {
    /** The lowest rate, so that there is always something to report. */
    static final double LEAST = 1_000;

    private static final long MILLI_NANOS = 1_000_000;
    private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Reports that come sooner than this after the last one count together with the next one. */
    private static final long SAMPLE_NANOS = 80 * MILLI_NANOS;

    /** This many samples in a row show a queue. A stall of a thread or a radio link delays one or two of them. */
    private static final int SAMPLES = 3;

    /** The samples after a change of what is sent that still show what was sent before. */
    private static final int STALE = 2;

    /** A queue of this length is full of what this sender sends: others would have to share it. */
    private static final long QUEUE_NANOS = 25 * MILLI_NANOS;

    /** A queue that is shorter than this counts as empty, and one that changes by less as unchanged. */
    private static final long EMPTY_NANOS = 12 * MILLI_NANOS;

    /** The most that counts as the usual lateness of a link with jitter. */
    private static final long MOST_USUAL_NANOS = 60 * MILLI_NANOS;

    /** A link that loses so much often loses a state with its copy, and sometimes two in a row. */
    private static final double MUCH_LOSS = 0.08;

    /** A loss is measured over this time and this many bytes, so that a few lost datagrams are not taken for more. */
    private static final long LOSS_NANOS = 1_000 * MILLI_NANOS;

    private static final long LOSS_BYTES = 24_000;

    private static final double CUT = 0.85;

    /** While a queue is longer than this, the rate is this times that after the cut. */
    private static final long LONG_QUEUE_NANOS = 4 * QUEUE_NANOS;

    private static final double DRAIN = 0.6;

    /** At least this part of what was lost is left if a cut was no help. */
    private static final double SAME = 0.8;

    private static final long HOLD_NANOS = 2_000 * MILLI_NANOS;

    /** After this time without a cut, nothing is known of the link. */
    private static final long FORGET_NANOS = 10_000 * MILLI_NANOS;

    /** How fast a probe grows. If the link has become faster, the rate doubles. */
    private static final double GROWTH = 0.05;

    /** A link that has lost something within this time will lose more. */
    private static final long LOSSY_NANOS = 10_000 * MILLI_NANOS;

    /** This part of a probe's rate counts as proved: a failed probe ends above what the link carries, with a cut. */
    private static final double PROVED = 0.78;

    private enum Phase {
        FREE,
        TEST,
        DRAIN,
        HOLD,
        PROBE
    }

    private Phase phase = Phase.FREE;

    /** The bytes of pieces per second that the link carries, as far as is known. */
    double rate = Double.POSITIVE_INFINITY;

    /** What was known before the probe. */
    private double probedFrom;

    /** Whether nothing was known of the link before the cut. */
    private boolean wasFree;

    /** Whether the queue has become shorter since then. */
    private boolean drains;

    private long cutNanos;
    private long cutLateNanos;

    /** What was lost before the cut, if that was its cause; otherwise 0. */
    private double cutLoss;

    /** Whether it has become faster since then. */
    private boolean isFaster;

    /** The loss before each piece was sent once more, to test it, and how many bytes per second were sent. */
    private double testedLoss;

    private double testedRate;

    /** What the link loses and how late it is by itself; and by how much more it is usually late. */
    private double ownLoss;

    private long ownLateNanos;
    private long usualLateNanos;

    // The reports of the client.

    private boolean hasReport;
    private int seen;
    private int arrived;
    private long sampledNanos;
    private long lateNanos = Long.MAX_VALUE;

    /** The number of samples since the last change; negative while they still show what was before. */
    private int samples;

    /** The place of the newest sample. */
    private int newest;

    private final long[] spans = new long[SAMPLES];
    private final long[] sentBytes = new long[SAMPLES];
    private final long[] cameBytes = new long[SAMPLES];
    private final long[] lates = new long[SAMPLES];

    private int lost;
    private boolean hasLost;
    private long lostNanos;

    private long lossSpan;
    private long lossSent;
    private long lossCame;

    /** The bytes per second to send now. */
    double bytesPerSecond() {
        return phase == Phase.DRAIN && queueNanos() > LONG_QUEUE_NANOS ? DRAIN * rate : rate;
    }

    /** The bytes per second that the link was seen to carry. */
    double provedBytesPerSecond() {
        return isProbing() ? Math.max(probedFrom, PROVED * rate) : rate;
    }

    /** Whether the link was full, so that the rate must not grow yet. */
    boolean isHeld() {
        return phase == Phase.DRAIN || phase == Phase.HOLD;
    }

    /** Whether the rate grows to see what the link carries. */
    boolean isProbing() {
        return phase == Phase.PROBE;
    }

    /** Whether to send each piece once more, because the link loses much, or to see whether it then loses more. */
    boolean repeats() {
        return phase == Phase.TEST || phase == Phase.FREE && ownLoss >= MUCH_LOSS;
    }

    /** Whether the link has lost something lately. */
    boolean isLossy(long nowNanos) {
        return hasLost && nowNanos - lostNanos < LOSSY_NANOS;
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

    /** Notes that datagrams come sooner than before. While the first queue drains, they do so anyway. */
    void faster() {
        isFaster |= !wasFree || phase != Phase.DRAIN;
    }

    /**
     * Takes a report of the client.
     *
     * @param newSeen the number of bytes that were sent before the newest piece that has arrived, modulo 2^32
     * @param newArrived the number of bytes that have arrived
     * @param newLost how many of them are lost, and not only late
     * @param lateMicros by how much the least late piece since the last report was later than it could have been;
     *     negative if none came
     * @param overloaded whether even the fewest states of use are too many. Then a cut could not help, so what follows
     *     it says nothing about the link.
     */
    void heard(long nowNanos, int newSeen, int newArrived, int newLost, int lateMicros, boolean overloaded) {
        if (lateMicros >= 0) {
            lateNanos = Math.min(lateNanos, TimeUnit.MICROSECONDS.toNanos(lateMicros));
        }
        lost(newLost, nowNanos);
        long span = nowNanos - sampledNanos;
        if (hasReport && span < SAMPLE_NANOS) {
            return;
        }
        int sent = newSeen - seen;
        int came = newArrived - arrived;
        // After a silence, what the client has reported before says nothing.
        boolean isNext = hasReport && span < SECOND_NANOS && sent >= 0 && came >= 0;
        hasReport = true;
        sampledNanos = nowNanos;
        seen = newSeen;
        arrived = newArrived;
        if (!isNext) {
            restartAfter(0);
        } else if (sample(span, sent, came)) {
            judge(nowNanos, overloaded);
        }
        lateNanos = Long.MAX_VALUE;
    }

    /** Takes only what a report says of losses, because so little is sent that it says nothing else of the link. */
    void lost(int newLost, long nowNanos) {
        if (hasReport && newLost - lost > 0) {
            hasLost = true;
            lostNanos = nowNanos;
        }
        lost = newLost;
    }

    private boolean sample(long span, long sent, long came) {
        samples++;
        newest = (newest + 1) % SAMPLES;
        spans[newest] = span;
        sentBytes[newest] = sent;
        cameBytes[newest] = came;
        // If nothing has come, nothing is known, so it counts as before.
        lates[newest] = lateNanos != Long.MAX_VALUE ? lateNanos : late(1);
        ownLateNanos = Math.min(ownLateNanos, lates[newest]);
        usualLateNanos -= usualLateNanos >> 9;
        if (samples > 0) {
            lossSpan += span;
            lossSent += sent;
            lossCame += came;
        }
        return samples > 0;
    }

    /** Begins to judge again after n samples. */
    private void restartAfter(int n) {
        samples = -n;
        lossSpan = 0;
        lossSent = 0;
        lossCame = 0;
    }

    private void judge(long nowNanos, boolean overloaded) {
        boolean hasLoss = lossSpan >= LOSS_NANOS && lossSent >= LOSS_BYTES;
        double loss = hasLoss ? Math.max(0, 1 - (double) lossCame / lossSent) : ownLoss;
        boolean losesMore = loss >= MUCH_LOSS + ownLoss;
        switch (phase) {
            case FREE -> {
                if (hasQueue() || repeats() && losesMore) {
                    cut(nowNanos, loss);
                } else if (losesMore) {
                    phase = Phase.TEST;
                    testedLoss = loss;
                    testedRate = lossSent * SECOND_NANOS / lossSpan;
                    restartAfter(STALE);
                } else {
                    learnUsual();
                }
            }
            case TEST -> {
                // Half as much more is sent, except if the budget has no room for it. Then the loss alone decides.
                boolean sentMore = lossSent * SECOND_NANOS >= 1.25 * testedRate * lossSpan;
                // If more is sent, a full link delivers two thirds of the earlier share.
                if (hasQueue() || hasLoss && (sentMore ? 1 - loss < 0.9 * (1 - testedLoss) : losesMore)) {
                    cut(nowNanos, loss);
                } else if (hasLoss) {
                    ownLoss = loss;
                    free();
                }
            }
            case DRAIN -> {
                if (cutLoss == 0 || hasQueue()) {
                    drain(nowNanos, overloaded);
                } else if (hasLoss) {
                    ownLoss = loss;
                    endDrain(!overloaded && loss >= SAME * cutLoss);
                }
            }
            case HOLD -> {
                // No more is sent than the link has carried, so it is late by chance, and keeps the order.
                usualLateNanos = Math.max(usualLateNanos, Math.min(MOST_USUAL_NANOS, late(0) - ownLateNanos));
                if (hasQueue() || losesMore) {
                    cut(nowNanos, loss);
                } else if (isFaster || nowNanos - cutNanos >= HOLD_NANOS) {
                    phase = Phase.PROBE;
                    probedFrom = rate;
                }
            }
            case PROBE -> probe(nowNanos, losesMore, loss);
        }
        if (hasLoss && samples > 0) {
            // A second without losses may be luck, and one with more may be the beginning of a full link. Without the
            // slow rise, the least losses would count: at 15 %, nothing was repeated in a twentieth of the time.
            double rise = phase == Phase.FREE ? (loss - ownLoss) / 32 : 0;
            ownLoss += Math.min((loss - ownLoss) / 8, rise);
            restartAfter(-samples);
        }
    }

    private void cut(long nowNanos, double loss) {
        if (phase != Phase.DRAIN) {
            wasFree = phase == Phase.FREE || phase == Phase.TEST;
            drains = false;
        }
        rate = Math.max(LEAST, CUT * carried());
        cutNanos = nowNanos;
        cutLateNanos = leastLate();
        cutLoss = hasQueue() ? 0 : loss;
        isFaster = false;
        phase = Phase.DRAIN;
        restartAfter(STALE);
    }

    private void drain(long nowNanos, boolean overloaded) {
        if (queueNanos() <= EMPTY_NANOS) {
            endDrain(false);
        } else if (samples >= SAMPLES) {
            long least = leastLate();
            if (least > cutLateNanos + EMPTY_NANOS || lossCame < CUT * (1 - ownLoss) * lossSent) {
                cut(nowNanos, 0);
            } else if (!overloaded && least > cutLateNanos - EMPTY_NANOS) {
                ownLateNanos = least - usualLateNanos;
                endDrain(true);
            } else {
                // It was a queue. If some is left, that is how long a datagram takes on a slow link.
                drains = true;
                cutLateNanos = least;
                restartAfter(0);
            }
        }
    }

    /** Ends the drain. If the cut was wrong, and nothing was known of the link before, it is taken back. */
    private void endDrain(boolean wasWrong) {
        if (wasWrong && wasFree && !drains) {
            free();
        } else {
            phase = Phase.HOLD;
        }
        restartAfter(0);
    }

    private void probe(long nowNanos, boolean losesMore, double loss) {
        long queue = queueNanos();
        if (losesMore) {
            cut(nowNanos, loss);
            return;
        }
        if (samples >= SAMPLES && queue > EMPTY_NANOS) {
            cut(nowNanos, 0);
            // What was sent before the probe has left the queue empty.
            rate = Math.max(rate, probedFrom);
            return;
        }
        if (queue <= 2 * MILLI_NANOS && carried() >= (isFaster ? 0.75 : 0.9) * rate) {
            rate *= isFaster ? 2 : 1 + GROWTH;
        }
    }

    /**
     * Learns how late the link usually is while it carries what is sent: if it keeps the order, jitter delays all. Only
     * what a delay falls by counts, because the queue of a link that carries too little does not fall.
     */
    private void learnUsual() {
        long fell = Math.min(MOST_USUAL_NANOS, late(2) - late(0));
        usualLateNanos += Math.max(0, fell - usualLateNanos) >> 1;
    }

    private boolean hasQueue() {
        return samples >= SAMPLES && leastLate() - usualLateNanos - ownLateNanos > QUEUE_NANOS;
    }

    /** By how much the newest sample was later than the link usually is. */
    private long queueNanos() {
        return late(0) - usualLateNanos - ownLateNanos;
    }

    private long leastLate() {
        return Math.min(lates[0], Math.min(lates[1], lates[2]));
    }

    /**
     * The bytes per second that the link has carried in all samples: what has come, and what it has lost itself. That
     * is at most what was sent, because it may lose less than before.
     */
    private double carried() {
        double sent = 0;
        double came = 0;
        double nanos = 0;
        for (int i = 0; i < SAMPLES; i++) {
            sent += sentBytes[i];
            came += cameBytes[i];
            nanos += spans[i];
        }
        double carried = Math.max(came, Math.min(sent, came / (1 - Math.min(0.8, ownLoss))));
        return carried * SECOND_NANOS / nanos;
    }

    private long late(int samplesAgo) {
        return lates[(newest + SAMPLES - samplesAgo) % SAMPLES];
    }
}
