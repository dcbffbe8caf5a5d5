package io.github.freestep.physics.rooms.workers;

/**
 * Measures the load of a worker. If its runs together need more time than there is, decides at which share of their
 * speed they run. The worker measures, any thread reads the results. Allocates nothing.
 *
 * <p>The <i>demand</i> of a run is the part of a core that it needs at full speed: {@code work per tick / wall time of
 * a tick}. If a run has dropped time, the worker had no idle time, and all demands add up to more than {@link #ROOM},
 * then all runs get the same share of their speed: {@code share = ROOM / demand}. Since the demand does not depend on
 * the share, the share does not oscillate.
 *
 * <p>A run that never slips cannot be slowed down, so the others share what it leaves, but at least {@link #FAIR} of
 * the room. If it needs more than the rest, it falls behind, as its policy says.
 *
 * <p>A run whose steps are longer than its ticks is too slow by itself. It has its own {@code SustainableRate}, and
 * does not slow the others down: they may use {@link #OTHERS} of the time, however much it needs.
 */
public final class WorkerLoad {
    private static final long WINDOW_NANOS = 500_000_000;

    /** A pass that is longer than this, and much longer than usual, is a stall, and says nothing about the load. */
    private static final long STALL_NANOS = 100_000_000;

    private static final int STALL_FACTOR = 10;

    /** The part of the time that the runs may use. Their variations even out, so the rest can be small. */
    private static final double ROOM = 0.95;

    /** The part of the time that runs may use beside runs that are too slow by themselves. */
    private static final double OTHERS = 0.8;

    /** The part of the room that is left for the runs that can be slowed down. */
    private static final double FAIR = 0.5;

    private static final double BUSY = 0.95;
    private static final double CHANGE = 0.05;
    private static final double LEAST = 0.001;

    private long windowNanos;
    private long idleNanos;
    private long tooSlowNanos;
    private boolean dropped;

    /** The time for which the thread was not idle, in thousandths. For any thread. */
    public volatile int perMille;

    private volatile int measuredMembers;

    /** The share of their speed at which the runs run. For any thread. */
    public volatile double share = 1;

    /** Begins with the newest measurement of another worker. */
    void copy(WorkerLoad other) {
        perMille = other.perMille;
        measuredMembers = other.measuredMembers;
        share = other.share;
    }

    void start(long nowNanos) {
        windowNanos = nowNanos;
    }

    void idle(long nanos) {
        idleNanos += nanos;
    }

    /** Counts a pass. Call it once for each pass, before {@link #isOver}. */
    void pass(RunCost cost, long nanos, long ticks, boolean drops) {
        if (nanos > STALL_NANOS && nanos > STALL_FACTOR * cost.perTickNanos) {
            windowNanos += nanos;
            return;
        }
        cost.add(nanos, ticks);
        tooSlowNanos += cost.isTooSlow() ? nanos : 0;
        dropped |= drops && !cost.isTooSlow();
    }

    /** Notes that the thread will sleep for long, because no run has a tick to come. */
    void noteSleep() {
        perMille = 0;
        share = 1;
    }

    boolean isOver(long nowNanos) {
        return nowNanos - windowNanos >= WINDOW_NANOS;
    }

    /**
     * Ends the window of a measurement.
     *
     * @param slowable the demand of the runs that can be slowed down and are not too slow by themselves
     * @param fixed the demand of the runs that cannot be slowed down
     */
    void endWindow(long nowNanos, double slowable, double fixed, int members) {
        double spanNanos = nowNanos - windowNanos;
        double busy = 1 - Math.min(1, idleNanos / spanNanos);
        perMille = (int) Math.round(1_000 * busy);
        measuredMembers = members;
        double room = ROOM * Math.max(OTHERS, 1 - tooSlowNanos / spanNanos);
        double next = Math.max(LEAST, Math.min(1, Math.max(room - fixed, FAIR * room) / slowable));
        boolean changes =
                share == 1 ? next < 1 && dropped && busy > BUSY : next == 1 || Math.abs(next - share) > CHANGE * share;
        if (changes) {
            share = next;
        }
        windowNanos = nowNanos;
        idleNanos = 0;
        tooSlowNanos = 0;
        dropped = false;
    }

    /**
     * Returns the load to expect if another run joins, for comparison. Runs that have joined since the last measurement
     * count as much as the average of the others. For any thread.
     */
    double expected(int members) {
        return (perMille + 1.0) * (members + 1) / (measuredMembers + 1);
    }
}
