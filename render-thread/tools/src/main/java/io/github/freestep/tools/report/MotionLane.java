package io.github.freestep.tools.report;

import java.util.stream.IntStream;

/**
 * A few seconds of what a display has shown, for drawing. It gives the place of a ball at each refresh, and the speed
 * of the picture. In simulation time, the ball runs to and fro at an even speed.
 */
public final class MotionLane {
    private final long[] shownNanos;
    private final long beginNanos;
    private final double refreshNanos;

    /**
     * Takes what was on the screen at each refresh.
     *
     * @param shownNanos the simulation time at each refresh to draw, and at the one before them
     * @param beginNanos the simulation time at which the ball is at the left
     */
    public MotionLane(long[] shownNanos, long beginNanos, double refreshNanos) {
        this.shownNanos = shownNanos.clone();
        this.beginNanos = beginNanos;
        this.refreshNanos = refreshNanos;
    }

    /**
     * The ball's place at each refresh, at an even speed over simulation time.
     *
     * @param legFrames the number of refreshes in which the ball crosses from one side to the other
     * @return from 0, left, to 1, right
     */
    public double[] places(int legFrames) {
        return IntStream.range(1, shownNanos.length)
                .mapToDouble(i -> toAndFro((shownNanos[i] - beginNanos) / (legFrames * refreshNanos)))
                .toArray();
    }

    private static double toAndFro(double legs) {
        double along = legs - 2 * Math.floor(legs / 2);
        return Math.min(along, 2 - along);
    }

    /**
     * How far the picture moved at each refresh.
     *
     * @return simulated time per real time: 1 if the picture kept pace with real time, 0 if it stood still
     */
    public double[] speeds() {
        return IntStream.range(1, shownNanos.length)
                .mapToDouble(i -> (shownNanos[i] - shownNanos[i - 1]) / refreshNanos)
                .toArray();
    }
}
