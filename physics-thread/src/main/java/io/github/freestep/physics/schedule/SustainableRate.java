package io.github.freestep.physics.schedule;

/**
 * Learns which share of the requested time scale the physics thread can sustain. At share 1, simulation time runs
 * at the scale that the user has requested. At share 0.5, it runs half as fast. For the physics thread only;
 * allocates nothing.
 *
 * <p>The schedule <i>slips</i> if it drops a part of the backlog. One slip proves little, because a garbage collection
 * may have taken a second. Idle time alone proves just as little: a thread that catches up has none even if it is fast
 * enough, and a thread that drops its backlog has some even if it is too slow. So a slip only begins a measurement. At
 * a later slip, the thread counts as overloaded if all of this holds for the time between:
 *
 * <ul>
 *   <li>it has worked for at least {@code LASTING_NANOS} and stepped at least {@code FEW_TICKS} ticks; slips before
 *       that are ignored,
 *   <li>it was at work for at least {@code OVERLOADED} of the time,
 *   <li>{@code cost > OVERLOADED}, where {@code cost} is the work per tick divided by the wall time of a tick.
 * </ul>
 *
 * <p>Then the share becomes {@code share / cost * ROOM}. So simulation time runs at {@code ROOM} times the rate at
 * which the thread has stepped, and the thread has idle time again. Once the thread has enough idle time, the
 * share rises again. Stalls count neither as work nor as idle time: a thread that was kept from running does not
 * lack capacity.
 *
 * <p>Rejected: to slow down as soon as ticks are late, before any is dropped. But ticks are late as well while a stall
 * is caught up, and lateness does not show whether a stall or an overload has caused it.
 */
final class SustainableRate {
    /** The thread must work for at least this long between two slips before an overload counts as lasting. */
    private static final long LASTING_NANOS = 250_000_000;

    /** The minimum number of ticks for a measurement, and for distinguishing a stall from heavy steps. */
    private static final int FEW_TICKS = 10;

    /**
     * An interval of work longer than this is a stall, unless one of the last {@link #FEW_TICKS} ticks was as long.
     * Shorter stalls count as work: they are too short to use up all idle time within {@code LASTING_NANOS}.
     */
    private static final long STALL_NANOS = 100_000_000;

    /**
     * A thread that works for more than this part of its time is overloaded. It is above {@link #ROOM}, so that one
     * slow-down does not cause another.
     */
    private static final double OVERLOADED = 0.95;

    /**
     * Simulation time runs at this part of the measured rate. The rest is a reserve for ticks that take longer now and
     * then. If steps vary by 20 %, a window can hide the lateness with a reserve of 10 %, but not with 5 %.
     */
    private static final double ROOM = 0.9;

    /**
     * A thread that works for less than this part of its time can run faster. It is below {@link #ROOM}, so that the
     * share does not oscillate.
     */
    private static final double BUSY = 0.84;

    /** The time until a higher rate is tried, if the thread works for less than {@link #LIGHT} of it. */
    private static final long TRIAL_NANOS = 1_000_000_000;

    private static final double LIGHT = 0.6;

    /**
     * The time until a higher rate is tried otherwise. It is longer, because each change of the rate bends the motion
     * on screen, and steps may be light for a second by chance.
     */
    private static final long LONG_TRIAL_NANOS = 5_000_000_000L;

    private static final double LEAST = 1e-6;

    /** The share that the service can sustain by itself. */
    private double share = 1;

    /** The share that the services of an overloaded thread leave to each other. */
    private double groupShare = 1;

    boolean imposed;

    /** Whether a slip has begun a measurement. The next three fields are its work, its ticks and its idle time. */
    private boolean slipping;

    private long slippingNanos;
    private long slippingTicks;
    private long slippingRestNanos;

    /** Work plus idle time since the share was last reconsidered. The next field is the idle time alone. */
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

    /** Returns the share of the requested scale at which simulation time runs, at most 1. */
    double share() {
        return share * groupShare;
    }

    /** Sets the share that the services of an overloaded thread leave to each other. Returns whether it has changed. */
    boolean setGroupShare(double newShare) {
        boolean changes = groupShare != newShare;
        groupShare = newShare;
        return changes;
    }

    /**
     * Sets the share from outside, and stops measuring. For a stepper: its clock stands still during steps, so
     * {@code FrameShare} measures them.
     */
    void impose(double imposedShare) {
        imposed = true;
        share = imposedShare;
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

    /** Notes that ticks up to this one were skipped, and discards all measurements. */
    void skipTo(long nowNanos, long tick) {
        seenTick = tick;
        start(nowNanos);
    }

    /** Counts the time since the last call neither as work nor as idle time. */
    void skip(long nowNanos) {
        seenNanos += Math.max(0, nowNanos - seenNanos);
    }

    /** Returns whether the present backlog was caused by heavy ticks, and not by a stall. */
    boolean overloaded(double tickNanos) {
        return busyTicks >= FEW_TICKS && busyNanos - longestNanos > busyTicks * tickNanos;
    }

    /**
     * If the share is below 1 and leaves the thread too much or too little idle time, changes it. Measures for 1 to 5 s
     * before each change.
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
