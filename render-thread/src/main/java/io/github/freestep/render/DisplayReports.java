package io.github.freestep.render;

/**
 * Checks what a host reports about the display of a sampler's frames, so that listeners and followers can rely on it.
 * For the sampler's thread; allocates nothing once made.
 */
final class DisplayReports {
    /** At 1000 frames per second, a host has a quarter of a second to learn when a frame was displayed. */
    private static final int KEPT = 256;

    /** Drivers report frames in any order, but only a few of them at a time. */
    private static final int PATIENCE = 16;

    /** Clocks of one machine differ by the time since it was started, or since 1970. */
    private static final long FARTHEST_NANOS = 60_000_000_000L;

    private final long[] hostNanos = new long[KEPT];
    private final boolean[] isReported = new boolean[KEPT];
    private long newest;
    private long newestReported;
    private boolean wasInTime;

    /** Adds a frame, and returns its number. */
    long add(long atNanos) {
        int at = (int) (++newest % KEPT);
        hostNanos[at] = atNanos;
        isReported[at] = false;
        return newest;
    }

    /** Returns whether a report can be used. See {@link FrameSampler#displayed}. */
    boolean accept(long number, long displayNanos) {
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
