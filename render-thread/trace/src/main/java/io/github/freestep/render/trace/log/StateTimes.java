package io.github.freestep.render.trace.log;

import io.github.freestep.state.State;
import io.github.freestep.time.TimeAnchor;

/**
 * The times of a state. Those without another unit are nanoseconds of the states' clock.
 *
 * @param tick the number of the state's tick
 * @param predecessorTick the tick of the state that was written before; {@link State#NO_TICK} for the first
 * @param simulationNanos the simulation time of the state
 * @param startedNanos when the work on it began
 * @param publishedNanos when it was published
 * @param expectedLateNanos how late its receiver expected states; 0 without a network
 * @param isThinned whether the sender left states out for its receiver
 * @param anchorNanos the time from which the scale and its map to simulation time hold
 * @param anchorSimulationNanos the simulation time at that time
 * @param scaleNumerator the numerator of the time scale; 0 in a pause
 * @param scaleDenominator the denominator of the time scale
 * @param isAgain whether this is the newest state, published again: at a pause or a change of scale
 * @param isOverloaded whether the service has chosen the scale itself, because steps take too long
 */
public record StateTimes(
        long tick,
        long predecessorTick,
        long simulationNanos,
        long startedNanos,
        long publishedNanos,
        long expectedLateNanos,
        boolean isThinned,
        long anchorNanos,
        long anchorSimulationNanos,
        long scaleNumerator,
        long scaleDenominator,
        boolean isAgain,
        boolean isOverloaded)
        implements MotionEntry {
    /** Checks the time scale. */
    public StateTimes {
        if (scaleNumerator < 0 || scaleDenominator < 1) {
            throw new IllegalArgumentException(
                    "a time scale must be at least 0, was " + scaleNumerator + "/" + scaleDenominator);
        }
    }

    TimeAnchor anchor() {
        TimeAnchor anchor = new TimeAnchor();
        anchor.set(anchorNanos, anchorSimulationNanos, scaleNumerator, scaleDenominator);
        return anchor;
    }

    /** When the state was due; when it was published, if time was paused. */
    public long dueNanos() {
        return isPaused() ? publishedNanos : anchor().wallAt(simulationNanos);
    }

    /** Whether time was paused when this state was published. */
    public boolean isPaused() {
        return scaleNumerator == 0;
    }

    /** Simulation time by wall time; 0 in a pause. */
    public double scale() {
        return (double) scaleNumerator / scaleDenominator;
    }

    /** How late the state was published. */
    public long lateNanos() {
        return publishedNanos - dueNanos();
    }
}
