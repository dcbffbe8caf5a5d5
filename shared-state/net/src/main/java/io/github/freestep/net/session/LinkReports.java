package io.github.freestep.net.session;

import java.util.concurrent.TimeUnit;

/**
 * Judges a client's link from what the client reports. For the server's thread. Allocates nothing.
 *
 * <p>The client reports ten times per second what has arrived, and how much later than it could have. A link is
 * <i>full</i> if its queue delays all datagrams in three reports in a row by 25 ms more than is usual for it, or in two
 * by 100 ms more, or if it loses, after a cut or in a probe, 15 % more of the bytes than by itself. {@link LinkRate}
 * tests a loss at other times.
 *
 * <p>If a link keeps the order, jitter delays all datagrams, and then less again. So what is usual is learned from how
 * far the delay falls while everything is sent. It is forgotten within minutes.
 * Rejected: to ask for five reports in a row, or for a delay that does not fall. Jitter of 50 ms to either side still
 * looked like a queue in at least 3 of 40 runs.
 */
final class LinkReports {
    private static final long MILLI_NANOS = 1_000_000;
    private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Reports that come sooner than this after the last one count together with the next one. */
    private static final long SAMPLE_NANOS = 80 * MILLI_NANOS;

    /** After this much silence, what the client has reported before says nothing. */
    private static final long SILENT_NANOS = 1_000 * MILLI_NANOS;

    /** This many samples in a row show a queue. A stall of a thread or a radio link delays one or two of them. */
    private static final int SAMPLES = 3;

    /** A queue of this length is full of what this sender sends: others would have to share it. */
    private static final long QUEUE_NANOS = 25 * MILLI_NANOS;

    /** Two samples in a row are enough to show a queue longer than this. */
    private static final long LONG_QUEUE_NANOS = 100 * MILLI_NANOS;

    /** The usual lateness rises by this share of the difference with each sample. */
    private static final int LEARN_SHIFT = 3;

    /** Each sample lowers the usual lateness by this shift, so it halves in about half a minute. */
    private static final int FORGET_SHIFT = 9;

    private static final long MOST_USUAL_NANOS = 40 * MILLI_NANOS;

    private static final double LOSS = 0.15;

    /** A link that loses so much often loses a state with its copy, and sometimes two in a row. */
    private static final double MUCH_LOSS = 0.08;

    /** The part of a lesser loss that counts at once. A second without losses may be luck. */
    private static final double LESS_LOSS = 0.125;

    /** A link that loses more by itself is of no use. */
    private static final double MOST_OWN_LOSS = 0.8;

    /** A loss is measured over this time and this many bytes, so that a few lost datagrams are not taken for more. */
    private static final long LOSS_NANOS = 1_000 * MILLI_NANOS;

    private static final long LOSS_BYTES = 24_000;

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

    /** By how much more it is usually late, whatever is sent. Forgotten slowly. */
    private long usualLateNanos;

    private double ownLoss;

    /**
     * Takes a report of the client.
     *
     * @param newSeen the number of bytes that were sent before the newest piece that has arrived, modulo 2^32
     * @param newArrived the number of bytes that have arrived
     * @param lateMicros by how much the least late piece since the last report was later than it could have been;
     *     negative if none came
     * @return whether a sample is complete that can be judged
     */
    boolean heard(long nowNanos, int newSeen, int newArrived, int lateMicros) {
        if (lateMicros >= 0) {
            lateNanos = Math.min(lateNanos, TimeUnit.MICROSECONDS.toNanos(lateMicros));
        }
        long span = nowNanos - sampledNanos;
        if (hasReport && span < SAMPLE_NANOS) {
            return false;
        }
        int sent = newSeen - seen;
        int came = newArrived - arrived;
        boolean isNext = hasReport && span < SILENT_NANOS && sent >= 0 && came >= 0;
        hasReport = true;
        sampledNanos = nowNanos;
        seen = newSeen;
        arrived = newArrived;
        boolean isSample = isNext && sample(span, sent, came);
        if (!isNext) {
            restart();
        }
        lateNanos = Long.MAX_VALUE;
        return isSample;
    }

    private boolean sample(long span, long sent, long came) {
        int at = Math.floorMod(samples++, SAMPLES);
        spans[at] = span;
        sentBytes[at] = sent;
        cameBytes[at] = came;
        // If nothing has come, nothing is known, so it counts as before.
        lates[at] = lateNanos != Long.MAX_VALUE ? lateNanos : lates[Math.floorMod(at - 1, SAMPLES)];
        ownLateNanos = Math.min(ownLateNanos, lates[at]);
        usualLateNanos -= usualLateNanos >> FORGET_SHIFT;
        if (samples <= 0) {
            return false;
        }
        lossSpan += span;
        lossSent += sent;
        lossCame += came;
        return true;
    }

    /** Begins to judge anew. */
    void restart() {
        restartAfter(0);
    }

    /** Begins to judge anew after n samples, because the next n still show what was sent before. */
    void restartAfter(int n) {
        samples = -n;
        lossSpan = 0;
        lossSent = 0;
        lossCame = 0;
    }

    /**
     * Begins to measure the next loss. Call it after all that depends on this one. If this one is less than the link's
     * own, an eighth of the difference is taken from the latter.
     */
    void endLoss() {
        if (hasLoss()) {
            ownLoss -= Math.max(0, ownLoss - loss()) * LESS_LOSS;
            restartAfter(-samples);
        }
    }

    /** Takes the least delay of the newest samples for the link's own. */
    void ownLeastLate() {
        ownLateNanos = leastLate() - usualLateNanos;
    }

    /** Takes the least delay of the newest samples for the usual one, of a link with jitter that keeps the order. */
    void usualLeastLate() {
        usualLateNanos = Math.max(usualLateNanos, Math.min(MOST_USUAL_NANOS, leastLate() - ownLateNanos));
    }

    /**
     * Learns how late the link usually is while it carries what is sent: if it keeps the order, jitter delays all. Only
     * what a delay falls by counts, because the queue of a link that carries too little does not fall.
     */
    void learnUsual() {
        long fell = Math.min(MOST_USUAL_NANOS, lates[newest(2)] - lates[newest(0)]);
        usualLateNanos += Math.max(0, fell - usualLateNanos) >> LEARN_SHIFT;
    }

    /** Takes the loss for the link's own. */
    void ownLoss() {
        ownLoss = Math.min(MOST_OWN_LOSS, loss());
    }

    /** Whether the link loses much by itself. */
    boolean losesMuch() {
        return ownLoss >= MUCH_LOSS;
    }

    /** Whether it loses much more than by itself. */
    boolean losesMore() {
        return hasLoss() && loss() >= MUCH_LOSS + ownLoss;
    }

    /** Whether the link carries less than it is sent. */
    boolean isFull() {
        return hasQueue() || hasLoss() && loss() >= LOSS + ownLoss;
    }

    boolean hasQueue() {
        return hasLongQueue() || isComplete() && leastLate() > QUEUE_NANOS + usualLateNanos + ownLateNanos;
    }

    boolean hasLongQueue() {
        long late = Math.min(lates[newest(0)], lates[newest(1)]) - usualLateNanos - ownLateNanos;
        return samples >= 2 && late > LONG_QUEUE_NANOS;
    }

    /** Whether all samples are of the time since the last restart. */
    boolean isComplete() {
        return samples >= SAMPLES;
    }

    /** By how much the newest sample was later than the link usually is. */
    long queueNanos() {
        return lates[newest(0)] - usualLateNanos - ownLateNanos;
    }

    long leastLate() {
        long least = Long.MAX_VALUE;
        for (long late : lates) {
            least = Math.min(least, late);
        }
        return least;
    }

    /** Whether enough was sent to measure a loss. */
    boolean hasLoss() {
        return lossSpan >= LOSS_NANOS && lossSent >= LOSS_BYTES;
    }

    /** The bytes per second that were sent while the loss was measured. */
    double sentBytesPerSecond() {
        return lossSent * SECOND_NANOS / lossSpan;
    }

    double loss() {
        return Math.max(0, 1 - (double) lossCame / lossSent);
    }

    /** The bytes per second that the link has carried in all samples: what has come, and what it has lost itself. */
    double carriedBytesPerSecond() {
        return carried(sum(cameBytes), sum(sentBytes)) * SECOND_NANOS / sum(spans);
    }

    /** The same in the newest two samples. */
    double newestCarriedBytesPerSecond() {
        return carried(newest(cameBytes), newest(sentBytes)) * SECOND_NANOS / newest(spans);
    }

    /** Whether the link has carried at least this part of what was sent. */
    boolean carries(double part) {
        return carried(sum(cameBytes), sum(sentBytes)) >= part * sum(sentBytes);
    }

    /** At most what was sent, because the link may lose less than before, and at least what has come. */
    private double carried(double came, double sent) {
        return Math.max(came, Math.min(sent, came / (1 - ownLoss)));
    }

    private int newest(int age) {
        return Math.floorMod(samples - 1 - age, SAMPLES);
    }

    private double newest(long[] values) {
        return values[newest(0)] + values[newest(1)];
    }

    private static double sum(long[] values) {
        double sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }
}
