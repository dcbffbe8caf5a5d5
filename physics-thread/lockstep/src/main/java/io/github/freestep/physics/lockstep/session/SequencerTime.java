package io.github.freestep.physics.lockstep.session;

import io.github.freestep.internal.RecentSamples;
import io.github.freestep.physics.lockstep.link.MatchRules;

/**
 * Estimates the match time at which frames that arrive now have left the sequencer, from the stamps and the arrivals of
 * the last frames. For the session's thread; allocates nothing.
 *
 * <p>The <i>base</i> runs at the declared speed from one anchor to the next. Each frame gives a sample: its stamp minus
 * the base at its arrival. A frame with a longer delay gives a smaller sample. The <i>level</i> is the greatest sample,
 * that of the fastest frame. The <i>spread</i> is the distance from there to the sample that 99 of 100 frames reach. So
 * {@code base + level - spread} is a time that almost no frame is later than.
 *
 * <p>While the sequencer waits for a player, its match time stands still, and the peers don't know how long. So after a
 * wait, the samples are dropped and the base begins anew at the newest frame. The spread is kept, because it belongs to
 * the network and not to the wait.
 */
final class SequencerTime {
    /** The number of samples, and the least local time from one to the next. Together about 4 s. */
    private static final int SAMPLES = 256;

    private static final long SAMPLE_NANOS = 16_000_000;

    private static final long MOST_UNSAMPLED_NANOS = 1_000_000_000;

    /** As long as there are fewer samples, the spread is at least the one before. */
    private static final int FEW_SAMPLES = 100;

    /**
     * For this long after its start, a session counts only the newest samples, about half a second of them. While a JVM
     * starts, frames wait, and that must not be remembered for 4 s.
     */
    private static final long STARTING_NANOS = 4_000_000_000L;

    private static final int FIRST_SAMPLES = 31;

    /** The spread before the first samples. */
    private static final long FIRST_SPREAD_NANOS = 10_000_000;

    /** How long the base follows the fastest frame after a wait. Frames that were held up arrive in a burst. */
    private static final long SETTLING_NANOS = 300_000_000;

    /**
     * The part of a sequencer's wait for a late input that counts as a delay of the frame. A regular short wait, such
     * as that for the sequencer's own timer, must not make every tick late.
     */
    private static final long COUNTED_WAIT_NANOS = 4_000_000;

    private final MatchRules rules;
    private final RecentSamples samples = new RecentSamples(SAMPLES, 1 + SAMPLES / 100);
    private long sampledNanos;
    private long settledNanos;
    private long keptSpreadNanos = FIRST_SPREAD_NANOS;
    private long spreadNanos = FIRST_SPREAD_NANOS;
    private long levelNanos;

    private boolean started;
    private long startedNanos;
    private boolean anchored;
    private long localNanos;
    private long baseNanos;
    private double speed;

    SequencerTime(MatchRules rules) {
        this.rules = rules;
    }

    /** Forgets all but the spread, because the match time of the sequencer has stood still or has jumped. */
    void restart() {
        anchored = false;
    }

    /**
     * Notes that a frame has arrived. With {@code follows}, only the newest frame counts. The delay of a frame that has
     * {@code waited} for the session's thread is not a sample unless the last sample is older than a second.
     */
    void frame(long tick, long stampNanos, long nowNanos, boolean follows, boolean waited) {
        long due = rules.dueNanos(tick);
        long counted = Math.min(COUNTED_WAIT_NANOS, rules.periodNanos() / 2);
        long sentNanos = Math.max(Math.min(due, stampNanos), stampNanos - counted);
        long sample = sentNanos - base(nowNanos);
        boolean settles = follows || nowNanos - settledNanos < 0;
        if (!anchored || settles && sample > 0) {
            anchor(sentNanos, nowNanos);
            return;
        }
        if (waited && sample < levelNanos && nowNanos - sampledNanos < MOST_UNSAMPLED_NANOS) {
            return;
        }
        add(sample, nowNanos);
        measure();
    }

    private void anchor(long atNanos, long nowNanos) {
        startedNanos = started ? startedNanos : nowNanos;
        started = true;
        settledNanos = anchored ? settledNanos : nowNanos + SETTLING_NANOS;
        anchored = true;
        keptSpreadNanos = samples.size() >= FEW_SAMPLES ? spreadNanos : keptSpreadNanos;
        samples.keep(0);
        localNanos = nowNanos;
        baseNanos = atNanos;
        add(0, nowNanos);
        measure();
    }

    /** Frames of the same few milliseconds share a sample, that of the slowest. */
    private void add(long sample, long nowNanos) {
        if (samples.size() > 0 && nowNanos - sampledNanos < SAMPLE_NANOS) {
            samples.replaceNewest(Math.min(samples.sample(0), sample));
            return;
        }
        sampledNanos = nowNanos;
        samples.add(sample);
        if (isStarting(nowNanos)) {
            samples.keep(FIRST_SAMPLES);
        }
    }

    /** Whether this session has followed the sequencer for at most some seconds. */
    boolean isStarting(long nowNanos) {
        return started && nowNanos - startedNanos < STARTING_NANOS;
    }

    private void measure() {
        levelNanos = samples.greatest(1);
        spreadNanos = levelNanos - samples.smallest(1 + samples.size() / 100);
        boolean few = samples.size() < (isStarting(sampledNanos) ? FIRST_SAMPLES : FEW_SAMPLES);
        if (few) {
            spreadNanos = Math.max(spreadNanos, keptSpreadNanos);
        }
    }

    /** Notes that the match time of the sequencer runs at another speed from {@code stampNanos} on. */
    void speed(double newSpeed, long stampNanos, long nowNanos) {
        if (newSpeed == speed) {
            return;
        }
        long nowBase = base(nowNanos);
        if (speed == 0 || !anchored) {
            restart();
        } else {
            // The news was on its way for some time, in which the base has run at the old speed.
            double most = SETTLING_NANOS * speed;
            double since = Math.max(0, Math.min(most, (double) nowBase + levelNanos - stampNanos));
            nowBase -= (long) (since * (1 - newSpeed / speed));
            spreadSamples(newSpeed == 0 ? 1 : newSpeed / speed);
        }
        baseNanos = nowBase;
        localNanos = nowNanos;
        speed = newSpeed;
    }

    /** Delays are real times: at half the speed, they are half as long in match time. */
    private void spreadSamples(double factor) {
        samples.stretch(levelNanos, factor);
        keptSpreadNanos = (long) (keptSpreadNanos * factor);
        spreadNanos = (long) (spreadNanos * factor);
    }

    private long base(long nowNanos) {
        return baseNanos + (long) ((nowNanos - localNanos) * speed);
    }

    /** Returns the match time whose frame has almost surely arrived. */
    long safeNanos(long nowNanos) {
        return base(nowNanos) + levelNanos - spreadNanos;
    }
}
