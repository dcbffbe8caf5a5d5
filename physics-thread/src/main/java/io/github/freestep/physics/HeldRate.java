package io.github.freestep.physics;

/**
 * How much of the scale that is asked for can be held, learned from the schedule's slips and rests. Belongs to the
 * physics thread; allocates nothing.
 *
 * <p>One slip says little: a collection may have taken a second. A schedule that still slips a while later, without ever
 * having rested in between, is overloaded, and what it can hold is what it has stepped in that while. From then on
 * simulation time runs at that rate, less a little, so that there are rests again; and once they are long enough, faster.
 *
 * <p>Slowing down at the first sign, while ticks are late and nothing is dropped yet, was the alternative. It can't be
 * told from a stall that is being caught up.
 */
final class HeldRate {
    /** How long a schedule slips before that counts as lasting: a few ticks at least, to measure by. */
    private static final long LASTING_NANOS = 250_000_000;

    /**
     * What is used of the rate that was measured. The rest works off what a tick takes longer now and then: with steps that vary
     * by a fifth, 5 % are not enough to keep lateness within what a window covers, and 10 % are.
     */
    private static final double ROOM = 0.9;

    /** Below this share of its time the thread has room for more; the gap to {@link #ROOM} keeps it from swinging. */
    private static final double BUSY = 0.84;

    /** How soon a higher rate is tried where there is plenty of room. */
    private static final long TRIAL_NANOS = 1_000_000_000;

    private static final double LIGHT = 0.6;

    /** How soon otherwise: each change bends the motion on screen, and in a second steps are lighter by accident. */
    private static final long LONG_TRIAL_NANOS = 5_000_000_000L;

    private static final double LEAST = 1e-6;

    private double held = 1;

    private boolean slipping;
    private long slippingSinceNanos;
    private long slippingSinceTick;

    private long trialNanos;
    private long restedNanos;

    /** As a share of the scale that is asked for, up to 1. */
    double held() {
        return held;
    }

    /** Forgets what was measured before, and keeps the rate. */
    void start(long nowNanos) {
        slipping = false;
        startTrial(nowNanos);
    }

    private void startTrial(long nowNanos) {
        restedNanos = 0;
        trialNanos = nowNanos;
    }

    /** Tries what is asked for in full. */
    void reset(long nowNanos) {
        held = 1;
        start(nowNanos);
    }

    /** There was a while without work. */
    void rested(long sinceNanos, long nowNanos) {
        slipping = false;
        restedNanos += nowNanos - sinceNanos;
    }

    /** Once in a while, whether there is room for more; true if the rate was raised. */
    boolean tryMore(long nowNanos) {
        return held < 1 && nowNanos - trialNanos >= TRIAL_NANOS && raise(nowNanos);
    }

    /** The schedule is about to slip; true if from now on simulation time is to be slowed. */
    boolean slip(long nowNanos, long tick, double tickNanos) {
        if (!slipping) {
            slipping = true;
            slippingSinceNanos = nowNanos;
            slippingSinceTick = tick;
        }
        long sinceNanos = nowNanos - slippingSinceNanos;
        if (sinceNanos < LASTING_NANOS) {
            return false;
        }
        hold(held * (tick - slippingSinceTick) * tickNanos / sinceNanos);
        start(nowNanos);
        return true;
    }

    private boolean raise(long nowNanos) {
        long triedNanos = nowNanos - trialNanos;
        double busy = 1 - (double) restedNanos / triedNanos;
        if (triedNanos < LONG_TRIAL_NANOS && busy > LIGHT) {
            return false;
        }
        startTrial(nowNanos);
        if (busy < BUSY) {
            hold(held / Math.max(busy, LEAST));
            return true;
        }
        return false;
    }

    private void hold(double measured) {
        held = Math.max(LEAST, Math.min(1, measured * ROOM));
    }
}
