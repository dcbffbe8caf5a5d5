package io.github.freestep.render;

/**
 * Checks what a host reports about the display of a sampler's frames, and passes on what a follower and listeners can
 * rely on. For the sampler's thread; allocates nothing once made.
 */
final class DisplayReports {
    /** At 1000 frames per second, a host has a quarter of a second to learn when a frame was displayed. */
    private static final int KEPT = 256;

    /** Drivers report frames in any order, but only a few of them at a time. */
    private static final int PATIENCE = 16;

    /** Clocks of one machine differ by the time since it was started, or since 1970. */
    private static final long FARTHEST_NANOS = 60_000_000_000L;

    private final FrameTimes times;
    private final FrameListener[] listeners;
    private final long[] hostNanos = new long[KEPT];
    private final boolean[] isReported = new boolean[KEPT];
    private long newest;
    private long newestReported;
    private boolean wasInTime;

    DisplayReports(FrameTimes times, FrameListener[] listeners) {
        this.times = times;
        this.listeners = listeners;
    }

    /** Adds a frame. */
    void add(long atNanos) {
        int at = (int) (++newest % KEPT);
        hostNanos[at] = atNanos;
        isReported[at] = false;
    }

    /** The number of the newest frame; 0 before the first. */
    long newest() {
        return newest;
    }

    /** See {@link FrameSampler#displayed}. */
    boolean displayed(long number, long displayNanos) {
        if (!accept(number, displayNanos)) {
            return false;
        }
        times.displayed(number, displayNanos);
        for (FrameListener each : listeners) {
            each.displayed(number, displayNanos);
        }
        return true;
    }

    private boolean accept(long number, long displayNanos) {
        if (number < 1 || number > newest) {
            throw new IllegalArgumentException("number must be that of a frame of this sampler, from 1 to " + newest
                    + ", was " + number + "; pass what Frame.number() returned for the frame");
        }
        int at = (int) (number % KEPT);
        if (number <= newest - KEPT
                || newestReported - number >= PATIENCE
                || isReported[at]
                || !isInTime(displayNanos, hostNanos[at])) {
            return false;
        }
        isReported[at] = true;
        newestReported = Math.max(newestReported, number);
        return true;
    }

    /**
     * Returns whether a display time is near the time of its frame. One that is far off is ignored if an earlier one
     * was near, because the machine may have slept before it showed the frame. Otherwise it is a reading of another
     * clock, so this method throws.
     */
    private boolean isInTime(long displayNanos, long sampledNanos) {
        long later = displayNanos - sampledNanos;
        boolean isInTime = later <= FARTHEST_NANOS && later >= -FARTHEST_NANOS;
        if (!isInTime && !wasInTime) {
            throw new IllegalArgumentException(
                    "displayNanos must be a reading of the states' clock, at most 1 min from "
                            + sampledNanos + ", when the frame was sampled, was " + displayNanos
                            + "; for a reading of System.nanoTime(), pass"
                            + " displayNanos - System.nanoTime() + states.clock().nanoTime()");
        }
        wasInTime |= isInTime;
        return isInTime;
    }
}
