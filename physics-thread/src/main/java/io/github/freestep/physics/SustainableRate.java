package io.github.freestep.physics;

/**
 * How much of the scale that is asked for can be held, learned from the schedule's slips and from how busy its thread is.
 * Belongs to the physics thread; allocates nothing.
 *
 * <p>One slip says little: a collection may have taken a second. Rests alone say as little: catching up leaves none, and
 * a schedule that drops whatever it can't step has some now and then. A schedule that still slips after a while of work,
 * that hardly rested in that while, and whose ticks took as long as they stand for, is overloaded. What it can hold is what
 * it stepped. From then on simulation time runs at that rate, less a little, so that there are rests again; and once they
 * are long enough, faster. Stalls are left out of all this: a thread that is kept from running does not lack the capacity.
 *
 * <p>Slowing down at the first sign, while ticks are late and nothing is dropped yet, was the alternative. It can't be
 * told from a stall that is being caught up.
 */
final class SustainableRate {
    /** How long a schedule that slips works before that counts as lasting. */
    private static final long LASTING_NANOS = 250_000_000;

    /** So many are enough to measure by, and to tell a stall from steps that are heavy. */
    private static final int FEW_TICKS = 10;

    /**
     * What takes longer than this without a rest is a stall, if none of the last {@link #FEW_TICKS} did. Shorter ones are
     * left in: they can't use up the rests of a quarter of a second.
     */
    private static final long STALL_NANOS = 100_000_000;

    /** Above this share of its time a thread has no capacity left; the gap to {@link #ROOM} keeps it from measuring again. */
    private static final double OVERLOADED = 0.95;

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
    private boolean imposed;

    private boolean slipping;
    private long slippingNanos;
    private long slippingTicks;
    private long slippingRestNanos;

    private long triedNanos;
    private long restedNanos;

    /** Since the last rest. */
    private long busyNanos;

    private long busyTicks;
    private long longestNanos;

    /** Up to here all is accounted for. */
    private long seenNanos;

    private long seenTick;
    private long ticksSinceLengthy;

    /** As a share of the scale that is asked for, up to 1. */
    double held() {
        return held;
    }

    /** Lets a host set the rate from now on, because its clock does not run while it steps. */
    void impose(double share) {
        imposed = true;
        held = share;
    }

    boolean imposed() {
        return imposed;
    }

    /** Forgets what was measured before, and keeps the rate. */
    void start(long nowNanos) {
        seenNanos = nowNanos;
        slipping = false;
        startTrial();
        startBusy();
    }

    private void startTrial() {
        triedNanos = 0;
        restedNanos = 0;
    }

    private void startBusy() {
        busyNanos = 0;
        busyTicks = 0;
        longestNanos = 0;
    }

    /** Tries what is asked for in full. */
    void reset(long nowNanos) {
        held = 1;
        start(nowNanos);
    }

    /** There was no rest since the time that was told last, and this is the newest tick. */
    void worked(long nowNanos, long tick) {
        // What fell due while the thread waited may have been stepped before the wait is told.
        long nanos = Math.max(0, nowNanos - seenNanos);
        long ticks = tick - seenTick;
        boolean lengthy = nanos > STALL_NANOS;
        boolean stall = lengthy && ticksSinceLengthy >= FEW_TICKS;
        ticksSinceLengthy = lengthy ? 0 : ticksSinceLengthy + ticks;
        if (!stall) {
            slippingNanos += nanos;
            slippingTicks += ticks;
            triedNanos += nanos;
        }
        busyNanos += nanos;
        busyTicks += ticks;
        longestNanos = Math.max(longestNanos, nanos);
        seenNanos += nanos;
        seenTick = tick;
    }

    /** There was a while without work. */
    void rested(long sinceNanos, long nowNanos, long tick) {
        worked(sinceNanos, tick);
        long nanos = Math.max(0, nowNanos - seenNanos);
        triedNanos += nanos;
        restedNanos += nanos;
        slippingRestNanos += nanos;
        seenNanos += nanos;
        if (nanos > 0) {
            startBusy();
        }
    }

    /** Whether what is owed just now is so because ticks are too heavy, and not because of a stall. */
    boolean overloaded(double tickNanos) {
        return busyTicks >= FEW_TICKS && busyNanos - longestNanos > busyTicks * tickNanos;
    }

    /** Once in a while, whether a rate that is held leaves too much room or too little; true if it was changed. */
    boolean adjust() {
        if (imposed || held == 1 || triedNanos < TRIAL_NANOS) {
            return false;
        }
        double busy = 1 - (double) restedNanos / triedNanos;
        if (triedNanos < LONG_TRIAL_NANOS && busy > LIGHT) {
            return false;
        }
        startTrial();
        if (busy >= BUSY && busy <= OVERLOADED) {
            return false;
        }
        hold(held / Math.max(busy, LEAST));
        return true;
    }

    /** The schedule is about to slip; true if from now on simulation time is to be slowed. */
    boolean slip(long nowNanos, double tickNanos) {
        if (imposed || slipping && (slippingNanos < LASTING_NANOS || slippingTicks < FEW_TICKS)) {
            return false;
        }
        double busy = slippingNanos / (slippingTicks * tickNanos);
        // Stalls that come close together count as heavy steps. The rests tell that they are none.
        boolean rests = slippingNanos < OVERLOADED * (slippingNanos + slippingRestNanos);
        boolean overloaded = slipping && busy > OVERLOADED && !rests;
        slipping = true;
        slippingNanos = 0;
        slippingTicks = 0;
        slippingRestNanos = 0;
        if (overloaded) {
            hold(held / busy);
            start(nowNanos);
        }
        return overloaded;
    }

    private void hold(double measured) {
        held = Math.max(LEAST, Math.min(1, measured * ROOM));
    }
}
