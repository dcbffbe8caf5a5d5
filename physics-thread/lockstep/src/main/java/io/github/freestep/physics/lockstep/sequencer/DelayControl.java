package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.internal.RecentSamples;
import io.github.freestep.physics.lockstep.link.MatchRules;

/**
 * Chooses the input delay of one player from how long its inputs took: from sending the frame at which they were
 * sampled to their arrival, which does not depend on the delay. Uses the longest time of the last two seconds, or of
 * the last ten on a link that loses much, without the two worst tenths of a second, so that a single hiccup does not
 * count. The delay grows at once. It shrinks by a
 * third of what it is too long in each tenth of a second. The sequencer knows at which frame an input is sampled from
 * the delays that it has sent, so a player cannot lie about it.
 *
 * <p>In the first 4 s in which the player takes part, only the last second counts: inputs need long while a JVM starts,
 * and that must not be remembered.
 */
final class DelayControl {
    private static final int BUCKETS = 20;
    private static final int BUCKETS_OF_LOSS = 100;

    /**
     * From which lost share of the packets on chance makes inputs late so often that two seconds do not show it, and
     * below which no more. The measured share varies, and each change back forgets eight seconds.
     */
    private static final double LOSSY = 0.25;

    private static final double NOT_LOSSY = 0.2;

    /** The time that a bucket covers. */
    static final long BUCKET_NANOS = 100_000_000;

    private static final int FORGIVEN = 2;

    /** A time that is reached in this many buckets is not a hiccup. */
    private static final int SUSTAINED = 10;

    /** The number of buckets in which a player counts as starting. */
    private static final int STARTING = 40;

    private static final long MARGIN_NANOS = 2_000_000;

    private final MatchRules rules;

    /** When the frame was sent at which the input of a tick is sampled, for each input that may still come. */
    private final long[] sentNanos;

    private long covered;

    /** The longest time of each bucket. */
    private final RecentSamples worst = new RecentSamples(BUCKETS_OF_LOSS, SUSTAINED);

    int delay;
    private int target;
    private int evaluations;
    private boolean sampled;
    private boolean isLossy;

    DelayControl(MatchRules rules) {
        this.rules = rules;
        sentNanos = new long[Integer.highestOneBit(rules.maxDelay() + 2) << 1];
        start(0, rules.minDelay);
    }

    /** Returns the delay for a player of whom only the round trip of the link is known. */
    int first(long roundTripNanos, long realPeriodNanos) {
        return clamp(ticks(roundTripNanos, realPeriodNanos));
    }

    /** Forgets an earlier peer, and starts with a delay at the first frame at which the player samples. */
    void start(long tick, int ticks) {
        covered = tick;
        delay = ticks;
        target = ticks;
        evaluations = 0;
        sampled = false;
        isLossy = false;
        worst.keep(0);
        worst.add(0);
    }

    /** Takes the time that the input of a tick needed, which comes now. */
    void sample(long tick, long now) {
        worst.replaceNewest(Math.max(worst.sample(0), neededNanos(tick, now)));
        sampled = true;
    }

    /**
     * Returns how long the input of a tick took, from sending the frame at which it was sampled; 0 for an input that
     * comes before that frame was sent.
     */
    long neededNanos(long tick, long now) {
        return tick > covered ? 0 : now - sentNanos[(int) tick & sentNanos.length - 1];
    }

    /**
     * Ends a bucket, if an input has come in it, and chooses the target.
     *
     * @param lostShare the share of the player's packets that were lost lately
     */
    void evaluate(long realPeriodNanos, double lostShare) {
        if (!sampled) {
            return;
        }
        sampled = false;
        isLossy = lostShare > (isLossy ? NOT_LOSSY : LOSSY);
        worst.keep(isLossy ? BUCKETS_OF_LOSS : BUCKETS);
        if (evaluations < STARTING) {
            evaluations++;
            worst.keep(SUSTAINED);
        }
        int wanted = ticks(worstNanos(), realPeriodNanos);
        int excess = delay - ticks(worstNanos() + realPeriodNanos / 2, realPeriodNanos);
        if (wanted > delay) {
            target = clamp(wanted);
        } else if (worst.size() >= SUSTAINED && excess > 0) {
            target = clamp(delay - Math.max(1, excess / 3));
        } else {
            target = delay;
        }
        worst.add(0);
    }

    /** Returns the time within which nearly all inputs came, 0 if none has come. */
    long worstNanos() {
        return worst.greatest(worst.size() <= 3 ? 1 : 1 + FORGIVEN);
    }

    private static int ticks(long nanos, long periodNanos) {
        long ticks = (nanos + MARGIN_NANOS + periodNanos / 4 + periodNanos - 1) / periodNanos;
        return (int) Math.min(Integer.MAX_VALUE, ticks);
    }

    private int clamp(int ticks) {
        return Math.min(rules.maxDelay(), Math.max(rules.minDelay, ticks));
    }

    /**
     * Returns the delay of a frame that is sent now. It grows at once, because the others wait, and shrinks by a tick.
     */
    int next(long tick, long now) {
        delay = Math.max(target, delay - 1);
        while (covered < tick + delay) {
            covered++;
            sentNanos[(int) covered & sentNanos.length - 1] = now;
        }
        return delay;
    }
}
