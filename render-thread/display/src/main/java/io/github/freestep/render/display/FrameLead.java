package io.github.freestep.render.display;

import java.util.Locale;

/**
 * Decides the lead: how long before its refresh a frame begins. It is the cost that is {@linkplain FrameCosts#dearest
 * worth} its age, plus a margin for the GPU and the compositor, and it falls slowly. For one thread; allocates nothing
 * once made.
 */
final class FrameLead {
    /** Fewer frames say little. */
    private static final int LEAST_FRAMES = 60;

    /** To wait for less is not worth a system call. */
    static final long LEAST_WAIT_NANOS = 200_000;

    /**
     * The lead rises at once, so that a repeated cost misses no more refreshes. It falls by this share of the time that
     * passes, from 15 ms to 1 ms in a second. If drawing takes 12 ms for 5 s of each minute, the judder of a sampler that
     * gets the times of refreshes is then 0.73, 0.64 and 0.44 % at 50, 60 and 144 Hz, which is that of the rises, as with
     * a 400th. With a 50th it is 1.01, 0.90 and 0.44 %, and if the lead falls at once, 1.09, 0.97 and 0.79 %.
     */
    private static final int FALL_SHARE = 70;

    /**
     * What the GPU or the compositor needs after drawing is known only from frames that were drawn in time and missed
     * their refresh. The rise after such a frame and the fall in every frame let one in 2,500 frames miss.
     */
    private static final long LEAST_MARGIN_NANOS = FrameCosts.SAME_NANOS;

    private static final long MARGIN_RISE_NANOS = 500_000;
    private static final long MARGIN_FALL_NANOS = 200;

    private static final double MILLI = 1e6;

    private final FrameCosts costs = new FrameCosts();
    private final int framesPerMiss;
    private int frames;
    private long marginNanos = LEAST_MARGIN_NANOS;
    private int cost;
    private long aimNanos;
    private long nanos;
    private long chosenNanos;

    FrameLead(int framesPerMiss) {
        this.framesPerMiss = framesPerMiss;
    }

    /** Forgets everything, because the display is another one. */
    void clear() {
        costs.clear();
        frames = 0;
        marginNanos = LEAST_MARGIN_NANOS;
    }

    /** Learns whether a frame that was drawn in time missed its refresh. */
    void drawnInTime(boolean isMissed, long periodNanos) {
        long changed = marginNanos + (isMissed ? MARGIN_RISE_NANOS : -MARGIN_FALL_NANOS);
        marginNanos = Math.max(LEAST_MARGIN_NANOS, Math.min(periodNanos, changed));
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
        aimNanos = costs.nanos(cost) + marginNanos;
        // If swaps do not wait, the period is what drawing takes, so the aim is more.
        nanos = isKnown && frames == LEAST_FRAMES ? Math.min(periodNanos, Math.max(aimNanos, fallen)) : periodNanos;
    }

    long nanos() {
        return nanos;
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
        String margin = marginNanos < 2 * LEAST_MARGIN_NANOS
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; drawn frames need another %.1f ms, because some of them missed their refresh",
                        marginNanos / MILLI);
        return begins + falls + ", because " + costs.describe(cost, now) + margin;
    }
}
