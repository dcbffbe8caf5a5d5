package io.github.freestep.render.trace;

/**
 * The times of a state, in nanoseconds of the states' clock. Immutable.
 *
 * @param tick the number of the state's tick
 * @param predecessorTick the tick of the state that was written before; {@link
 *     io.github.freestep.state.State#NO_TICK} for the first
 * @param simulationNanos its simulation time
 * @param dueNanos when it was due; when it was published, if time was paused
 * @param startedNanos when the work on it began, rounded down by less than a microsecond
 * @param publishedNanos when it was published
 * @param scaleNumerator the numerator of the time scale; 0 in a pause
 * @param scaleDenominator the denominator of the time scale
 * @param anchorNanos the wall time from which this scale and its map to simulation time hold
 * @param anchorSimulationNanos the simulation time at that wall time
 * @param again whether this is the newest state, published again: at a pause or a change of scale
 * @param overloaded whether the service has chosen the time scale itself, because steps take too long; see {@link
 *     io.github.freestep.state.State#isOverloaded}
 */
public record StateTimes(
        long tick,
        long predecessorTick,
        long simulationNanos,
        long dueNanos,
        long startedNanos,
        long publishedNanos,
        long scaleNumerator,
        long scaleDenominator,
        long anchorNanos,
        long anchorSimulationNanos,
        boolean again,
        boolean overloaded) {
    /**
     * Whether time was paused when this state was published.
     *
     * @return true in a pause
     */
    public boolean isPaused() {
        return scaleNumerator == 0;
    }

    /**
     * How late the state was published.
     *
     * @return nanoseconds after it was due
     */
    public long lateNanos() {
        return publishedNanos - dueNanos;
    }

    /**
     * How long the work on the state took, including delays within it.
     *
     * @return nanoseconds from the beginning of the work to the publication
     */
    public long stepNanos() {
        return publishedNanos - startedNanos;
    }
}
