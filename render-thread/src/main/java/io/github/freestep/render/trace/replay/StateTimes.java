package io.github.freestep.render.trace.replay;

/** The times of a state, in nanoseconds of the states' clock. Immutable. Made by a {@link MotionReplay}. */
public final class StateTimes {
    private final long tick;
    private final long predecessorTick;
    private final long simulationNanos;
    private final long dueNanos;
    private final long startedNanos;
    private final long publishedNanos;
    private final long scaleNumerator;
    private final long scaleDenominator;
    private final long anchorNanos;
    private final long anchorSimulationNanos;
    private final boolean isAgain;
    private final boolean isOverloaded;

    StateTimes(
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
            boolean isAgain,
            boolean isOverloaded) {
        this.tick = tick;
        this.predecessorTick = predecessorTick;
        this.simulationNanos = simulationNanos;
        this.dueNanos = dueNanos;
        this.startedNanos = startedNanos;
        this.publishedNanos = publishedNanos;
        this.scaleNumerator = scaleNumerator;
        this.scaleDenominator = scaleDenominator;
        this.anchorNanos = anchorNanos;
        this.anchorSimulationNanos = anchorSimulationNanos;
        this.isAgain = isAgain;
        this.isOverloaded = isOverloaded;
    }

    /**
     * The number of the state's tick.
     *
     * @return the number, from 0
     */
    public long tick() {
        return tick;
    }

    /**
     * The tick of the state that was written before.
     *
     * @return its number; {@link io.github.freestep.state.State#NO_TICK} for the first
     */
    public long predecessorTick() {
        return predecessorTick;
    }

    /**
     * The simulation time of the state.
     *
     * @return nanoseconds of simulation time since tick 0
     */
    public long simulationNanos() {
        return simulationNanos;
    }

    /**
     * When the state was due; when it was published, if time was paused.
     *
     * @return nanoseconds of the states' clock
     */
    public long dueNanos() {
        return dueNanos;
    }

    /**
     * When the work on the state began, rounded down by less than a microsecond.
     *
     * @return nanoseconds of the states' clock
     */
    public long startedNanos() {
        return startedNanos;
    }

    /**
     * When the state was published.
     *
     * @return nanoseconds of the states' clock
     */
    public long publishedNanos() {
        return publishedNanos;
    }

    /**
     * The numerator of the time scale.
     *
     * @return 0 in a pause
     */
    public long scaleNumerator() {
        return scaleNumerator;
    }

    /**
     * The denominator of the time scale.
     *
     * @return 1 or more
     */
    public long scaleDenominator() {
        return scaleDenominator;
    }

    /**
     * The wall time from which this scale and its map to simulation time hold.
     *
     * @return nanoseconds of the states' clock
     */
    public long anchorNanos() {
        return anchorNanos;
    }

    /**
     * The simulation time at {@link #anchorNanos}.
     *
     * @return nanoseconds of simulation time since tick 0
     */
    public long anchorSimulationNanos() {
        return anchorSimulationNanos;
    }

    /**
     * Whether this is the newest state, published again: at a pause or a change of scale.
     *
     * @return true if its tick was published before
     */
    public boolean isAgain() {
        return isAgain;
    }

    /**
     * Whether the service has chosen the time scale itself, because steps take too long.
     *
     * @return true if simulation time runs at the sustainable scale of an overload
     */
    public boolean isOverloaded() {
        return isOverloaded;
    }

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
