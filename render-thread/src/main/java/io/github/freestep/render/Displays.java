package io.github.freestep.render;

import org.jspecify.annotations.Nullable;

/**
 * The newest frames of a sampler, and when the display showed them. For the sampler's thread; allocates nothing once
 * made.
 */
final class Displays {
    /** At 1000 frames per second, a host has a quarter of a second to learn when a frame was displayed. */
    static final int KEPT = 256;

    /**
     * A frame counts as not displayed, once a frame that is this much newer was displayed. Drivers report frames in any
     * order, but only a few of them at a time.
     */
    static final int PATIENCE = 16;

    /** Clocks of one machine differ by the time since it was started, or since 1970. */
    private static final long FARTHEST_NANOS = 60_000_000_000L;

    private final @Nullable FrameListener listener;
    private final @Nullable DisplayFollower follower;
    private final long[] hostNanos = new long[KEPT];
    private final long[] frameNanos = new long[KEPT];
    private final long[] shownNanos = new long[KEPT];
    private final long[] currentNanos = new long[KEPT];

    /** Wall time by simulation time; 0 if time is paused, or if the frame shows nothing. */
    private final double[] wallPerSimulation = new double[KEPT];

    private final long[] displayNanos = new long[KEPT];
    private final boolean[] isKnown = new boolean[KEPT];

    private long newest;
    private long newestKnown;
    private boolean wasInTime;

    Displays(@Nullable FrameListener listener, @Nullable DisplayFollower follower) {
        this.listener = listener;
        this.follower = follower;
    }

    /** Adds a frame, and returns its number. */
    long add(long atNanos, Frame frame, double wall) {
        int at = (int) (++newest % KEPT);
        hostNanos[at] = atNanos;
        frameNanos[at] = frame.frameNanos;
        shownNanos[at] = frame.simulationNanos;
        currentNanos[at] = frame.currentSimulationNanos;
        wallPerSimulation[at] = wall;
        isKnown[at] = false;
        return newest;
    }

    /** See {@link FrameSampler#displayed}. */
    boolean displayed(long number, long nanos) {
        if (number < 1 || number > newest) {
            throw new IllegalArgumentException("number must be that of a frame of this sampler, from 1 to " + newest
                    + ", was " + number + "; pass what Frame.number() returned for the frame");
        }
        int at = (int) (number % KEPT);
        if (number <= newest - KEPT || newestKnown - number >= PATIENCE || isKnown[at] || !isInTime(nanos, at)) {
            return false;
        }
        isKnown[at] = true;
        displayNanos[at] = nanos;
        newestKnown = Math.max(newestKnown, number);
        if (follower != null) {
            follower.displayed(newest - number, nanos);
        }
        if (listener != null) {
            listener.displayed(number, nanos);
        }
        return true;
    }

    /** The machine may have slept before it showed a frame. But a first time that is so far off is of another clock. */
    private boolean isInTime(long nanos, int at) {
        long later = nanos - hostNanos[at];
        boolean isInTime = later <= FARTHEST_NANOS && later >= -FARTHEST_NANOS;
        if (!isInTime && !wasInTime) {
            throw new IllegalArgumentException(
                    "displayNanos must be a reading of the states' clock, at most 1 min from "
                            + hostNanos[at] + ", when the frame was sampled, was " + nanos
                            + "; for a reading of System.nanoTime(), pass"
                            + " displayNanos - System.nanoTime() + states.clock().nanoTime()");
        }
        wasInTime |= isInTime;
        return isInTime;
    }

    /** Passes each frame to a meter, up to the first whose report may still come. Returns the number of that frame. */
    long judge(long from, DisplayMeter meter) {
        long number = Math.max(from, newest - KEPT + 1);
        meter.giveUp(number - from);
        for (; number <= newestKnown; number++) {
            int at = (int) (number % KEPT);
            if (isKnown[at]) {
                meter.add(shownNanos[at], currentNanos[at], wallPerSimulation[at], frameNanos[at], displayNanos[at]);
            } else if (newestKnown - number >= PATIENCE) {
                meter.addNotDisplayed();
            } else {
                break;
            }
        }
        return number;
    }
}
