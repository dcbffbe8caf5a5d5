package io.github.freestep.render.trace.log;

import io.github.freestep.render.Frame;

/**
 * What a frame showed. Times are nanoseconds of the states' clock.
 *
 * @param number the number of the frame
 * @param hostNanos the time that the host passed
 * @param clockNanos what the sampler's clock read
 * @param frameNanos the time of the frame, of which the host's may be a part
 * @param simulationNanos the simulation time shown
 * @param currentSimulationNanos the simulation time at the frame's time
 * @param delayNanos the delay of the picture
 * @param hasState whether there was something to show
 * @param isPaused whether time was paused
 */
public record ShownFrame(
        long number,
        long hostNanos,
        long clockNanos,
        long frameNanos,
        long simulationNanos,
        long currentSimulationNanos,
        long delayNanos,
        boolean hasState,
        boolean isPaused)
        implements MotionEntry {
    private static final double LATE = 1.7;

    private static final long LATE_NANOS = 4_000_000;

    /**
     * Whether a frame came late after the one before it. Only if the times of the host and the clock both say so.
     *
     * @param hostNanos the time between the two frames, as the host passed it
     * @param clockNanos the same, as the sampler's clock read it
     * @param usualNanos how long a frame usually takes
     */
    public static boolean isLate(long hostNanos, long clockNanos, long usualNanos) {
        long least = Math.min(hostNanos, clockNanos);
        return least > LATE * usualNanos && least - usualNanos > LATE_NANOS;
    }

    static ShownFrame of(Frame frame, long hostNanos, long clockNanos) {
        return new ShownFrame(
                frame.number(),
                hostNanos,
                clockNanos,
                frame.frameNanos(),
                frame.simulationNanos(),
                frame.currentSimulationNanos(),
                frame.delayNanos(),
                frame.hasState(),
                frame.isPaused());
    }

    /** By how much the time that the host passed is ahead of the clock; negative if it is behind. */
    public long leadNanos() {
        return hostNanos - clockNanos;
    }

    /**
     * By how much this frame moved too far since another one, as a share of what it should have moved; negative if it
     * moved too little, and NaN if time stood still.
     */
    public double offAfter(ShownFrame before) {
        long expected = currentSimulationNanos - before.currentSimulationNanos;
        return isPaused || before.isPaused || expected <= 0
                ? Double.NaN
                : (double) (simulationNanos - before.simulationNanos) / expected - 1;
    }
}
