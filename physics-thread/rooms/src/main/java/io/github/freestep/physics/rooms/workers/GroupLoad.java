package io.github.freestep.physics.rooms.workers;

/**
 * Measures the load of a group. If its runs together need more time than its threads have, slows all of them down in
 * proportion, until they leave a tenth of the time idle. Without that, each would drop time now and then, which shows
 * as a jolt. Guarded by the lock of the {@link RunPool}, except the results. Allocates nothing.
 *
 * <p>A run that never slips cannot be slowed down, so the others share what it leaves. A run whose steps are longer
 * than its ticks is too slow by itself. It learns its own share, does not count here, and slows no other down. A run
 * whose call has hung does not count either, because it may have a thread for itself.
 */
public final class GroupLoad {
    private static final long WINDOW_NANOS = 500_000_000;

    /** The runs are slowed down if one has dropped time, and they were called for more than this part of the time. */
    private static final double BUSY = 0.95;

    /** How much they are slowed down at once: two windows are enough if they need twice the time that there is. */
    private static final double SLOWER = 0.7;

    /** The part of the time that they are to use, and below which they become faster again. */
    private static final double ROOM = 0.9;

    private static final double FREE = 0.85;
    private static final double LEAST = 0.001;

    private final int threads;
    private long windowNanos;
    private long workNanos;
    private boolean dropped;

    /** The part of the threads' time that passes took, in thousandths. For any thread. */
    public volatile int perMille;

    /** The share of their speed at which the runs run. For any thread. */
    public volatile double share = 1;

    GroupLoad(int threads, long originNanos) {
        this.threads = threads;
        windowNanos = originNanos;
    }

    /** Counts a pass of a run that is not too slow by itself, and has not hung lately. */
    void pass(long nanos, boolean drops) {
        workNanos += nanos;
        dropped |= drops;
    }

    /** Ends the window of the measurement if it is over. */
    void look(long nowNanos) {
        long nanos = nowNanos - windowNanos;
        if (nanos >= WINDOW_NANOS) {
            double busy = Math.min(1, (double) workNanos / nanos / threads);
            perMille = (int) Math.round(1_000 * busy);
            if (busy > BUSY && dropped) {
                share = Math.max(LEAST, SLOWER * share);
            } else if (busy < FREE) {
                share = Math.min(1, share * ROOM / Math.max(LEAST, busy));
            }
            windowNanos = nowNanos;
            workNanos = 0;
            dropped = false;
        }
    }
}
