package io.github.freestep.render.display;

import java.util.Locale;

/**
 * Decides the lead: how long before its refresh a frame begins. It is the cost that is {@linkplain FrameCosts#dearest
 * worth} its age, plus a margin for the GPU and the compositor, and it falls slowly. For one thread; allocates nothing
 * once made.
 */
final class FrameLead {
    /** Fewer frames say little. Many more come before the lead has fallen as far as these let it. */
    private static final int LEAST_FRAMES = 8;

    /** To wait for less is not worth a system call. */
    static final long LEAST_WAIT_NANOS = 200_000;

    /**
     * The lead rises at once, so that a repeated cost misses no more refreshes. It falls by this share of the time that
     * passes, from 15 ms to 1 ms in a second. If drawing takes 12 ms for 5 s of each minute, the judder of a sampler
     * that gets the times of refreshes is then 0.73, 0.64 and 0.44 % at 50, 60 and 144 Hz, which is that of the rises,
     * as with a 400th. With a 50th it is 1.01, 0.90 and 0.44 %, and if the lead falls at once, 1.09, 0.97 and 0.79 %.
     */
    private static final int FALL_SHARE = 70;

    /** Hides that costs differ a little from frame to frame. */
    private static final long MARGIN_NANOS = FrameCosts.SAME_NANOS;

    /**
     * What the GPU or the compositor needs after drawing is known only from frames that were drawn in time and missed
     * their refresh. Such a frame counts as if it had cost this much more than the time that was left for it. If the
     * GPU always needs 2 ms, up to 1.2 of 1,000 refreshes are missed because of waiting with 0.5 ms, and at most 1 with
     * this.
     */
    private static final long MISSED_NANOS = 700_000;

    private static final double MILLI = 1e6;

    private final FrameCosts costs = new FrameCosts();
    private final int framesPerMiss;
    private int frames;
    private int cost;
    private long aimNanos;
    long nanos;
    private long chosenNanos;

    FrameLead(int framesPerMiss) {
        this.framesPerMiss = framesPerMiss;
    }

    /** Forgets everything, because the display is another one. */
    void clear() {
        costs.clear();
        frames = 0;
    }

    /** Learns that a frame was drawn in time, and missed its refresh all the same. */
    void missed(long now, long periodNanos) {
        long cost = Math.min(periodNanos - 1, nanos - MARGIN_NANOS + MISSED_NANOS);
        costs.add(now, cost, FrameCosts.IN_GPU, periodNanos);
    }

    /** Learns what a frame has cost that was drawn at a time. */
    void add(long drawnNanos, long drawingNanos, long lateNanos, long periodNanos) {
        costs.add(drawnNanos, drawingNanos, lateNanos, periodNanos);
        frames = Math.min(frames + 1, LEAST_FRAMES);
    }

    /** Chooses the lead of the next frame: a whole period if it should not wait. */
    void choose(long now, long periodNanos, boolean isKnown) {
        long fallen = nanos - Math.max(0, now - chosenNanos) / FALL_SHARE;
        chosenNanos = now;
        cost = costs.dearest(periodNanos, framesPerMiss);
        aimNanos = costs.nanos(cost) + MARGIN_NANOS;
        // If swaps do not wait, the period is what drawing takes, so the aim is more.
        nanos = isKnown && frames == LEAST_FRAMES ? Math.min(periodNanos, Math.max(aimNanos, fallen)) : periodNanos;
    }

    /** Says how long before the refresh a frame begins, and why. */
    String describe(long now, long periodNanos) {
        if (frames < LEAST_FRAMES) {
            return "it has seen too few frames to wait";
        }
        String begins = nanos > periodNanos - LEAST_WAIT_NANOS
                ? String.format(Locale.ROOT, "a refresh of %.1f ms leaves no time to wait", periodNanos / MILLI)
                : String.format(Locale.ROOT, "begins %.1f ms before the refresh", nanos / MILLI);
        String falls = nanos - aimNanos > FrameCosts.SAME_NANOS
                ? String.format(Locale.ROOT, ", soon %.1f ms", aimNanos / MILLI)
                : "";
        return begins + falls + ", because " + costs.describe(cost, now);
    }
}
