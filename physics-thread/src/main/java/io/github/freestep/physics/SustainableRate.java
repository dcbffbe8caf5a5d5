package io.github.freestep.physics;

/**
 * Learns which share of the requested time scale the physics thread can sustain, from the schedule's slips and from how
 * busy the thread is. For the physics thread only; allocates nothing.
 *
 * <p>One slip proves little, because a garbage collection may have taken a second. Idle time alone proves just as
 * little: a thread that catches up has none even if it is fast enough, and a thread that drops its backlog has some
 * even if it is too slow. A schedule is overloaded if all three hold: it still slips after {@code LASTING_NANOS} of
 * work, it was hardly idle in that time, and its steps took about as long as the wall time of their ticks. The rate at
 * which it stepped in that time is the rate that it can sustain. From then on, simulation time runs at {@code ROOM}
 * times that rate, so that the thread has idle time again. Once the thread has enough idle time, simulation time is
 * sped up again. Stalls do not count: a thread that was kept from running does not lack capacity.
 *
 * <p>Rejected alternative: to slow down as soon as ticks are late, before any is dropped. But ticks are late as well
 * while a stall is caught up, and lateness does not show which of the two it is.
 */
final class SustainableRate {
    /** A schedule must work for this long between two slips before the overload counts as lasting. */
    private static final long LASTING_NANOS = 250_000_000;

    /** The minimum number of ticks for a measurement, and for distinguishing a stall from heavy steps. */
    private static final int FEW_TICKS = 10;

    /**
     * An interval of work longer than this is a stall, unless one of the last {@link #FEW_TICKS} ticks was as long.
     * Shorter stalls count as work: they are too short to use up all idle time within {@code LASTING_NANOS}.
     */
    private static final long STALL_NANOS = 100_000_000;

    /**
     * A thread that is busy for more than this share of its time is overloaded. The gap to {@link #ROOM} avoids another
     * slow-down right after the first.
     */
    private static final double OVERLOADED = 0.95;

    /**
     * The share of the measured rate that is used. The rest absorbs ticks that take longer now and then. If steps vary
     * by 20 %, a reserve of 5 % is not enough to keep lateness within what a window covers, and 10 % is.
     */
    private static final double ROOM = 0.9;

    /**
     * A thread that is busy for less than this share of its time can run faster. The gap to {@link #ROOM}
     * avoids oscillation.
     */
    private static final double BUSY = 0.84;

    /** The time until a higher rate is tried, if the thread is busy for less than {@link #LIGHT} of its time. */
    private static final long TRIAL_NANOS = 1_000_000_000;

    private static final double LIGHT = 0.6;

    /**
     * The time until a higher rate is tried otherwise. It is longer because each change bends the motion on screen, and
     * because within one second steps can be lighter by chance.
     */
    private static final long LONG_TRIAL_NANOS = 5_000_000_000L;

    private static final double LEAST = 1e-6;

    private double share = 1;
    private boolean imposed;

    private boolean slipping;
    private long slippingNanos;
    private long slippingTicks;
    private long slippingRestNanos;

    private long triedNanos;
    private long restedNanos;

    /** Work since the thread was last idle. */
    private long busyNanos;

    private long busyTicks;
    private long longestNanos;

    /** The time up to which all work and idle time is counted. */
    private long seenNanos;

    private long seenTick;
    private long ticksSinceLengthy;

    /** Returns the sustained scale as a share of the requested scale, at most 1. */
    double share() {
        return share;
    }

    /** Sets the share from outside, and stops measuring. For a host whose clock does not run while it steps. */
    void impose(double imposedShare) {
        imposed = true;
        share = imposedShare;
    }

    boolean imposed() {
        return imposed;
    }

    /** Discards all measurements and keeps the share. */
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

    /** Goes back to the full requested scale. */
    void reset(long nowNanos) {
        share = 1;
        start(nowNanos);
    }

    /**
     * Counts the time since the last call as work.
     *
     * @param tick the newest tick
     */
    void noteWork(long nowNanos, long tick) {
        // The difference is negative if ticks that became due during a wait were stepped before the wait was reported.
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

    /** Counts the time from {@code sinceNanos} to {@code nowNanos} as idle, and the time before it as work. */
    void noteIdle(long sinceNanos, long nowNanos, long tick) {
        noteWork(sinceNanos, tick);
        long nanos = Math.max(0, nowNanos - seenNanos);
        triedNanos += nanos;
        restedNanos += nanos;
        slippingRestNanos += nanos;
        seenNanos += nanos;
        if (nanos > 0) {
            startBusy();
        }
    }

    /** Returns whether the present backlog was caused by heavy ticks, and not by a stall. */
    boolean overloaded(double tickNanos) {
        return busyTicks >= FEW_TICKS && busyNanos - longestNanos > busyTicks * tickNanos;
    }

    /**
     * Changes a share below 1 if it leaves the thread too much or too little idle time. Measures for 1 to 5 s before
     * each change.
     *
     * @return whether the share has changed
     */
    boolean adjust() {
        if (imposed || share == 1 || triedNanos < TRIAL_NANOS) {
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
        setShare(share / Math.max(busy, LEAST));
        return true;
    }

    /**
     * Notes that the schedule is about to slip, and lowers the share if the thread is overloaded.
     *
     * @return whether the share has changed
     */
    boolean slip(long nowNanos, double tickNanos) {
        if (imposed || slipping && (slippingNanos < LASTING_NANOS || slippingTicks < FEW_TICKS)) {
            return false;
        }
        double busy = slippingNanos / (slippingTicks * tickNanos);
        // Stalls in quick succession look like heavy steps. Idle time between them shows that they are stalls.
        boolean rests = slippingNanos < OVERLOADED * (slippingNanos + slippingRestNanos);
        boolean overloaded = slipping && busy > OVERLOADED && !rests;
        slipping = true;
        slippingNanos = 0;
        slippingTicks = 0;
        slippingRestNanos = 0;
        if (overloaded) {
            setShare(share / busy);
            start(nowNanos);
        }
        return overloaded;
    }

    private void setShare(double measured) {
        share = Math.max(LEAST, Math.min(1, measured * ROOM));
    }
}
