package io.github.freestep.time;

import io.github.freestep.internal.Exact;
import java.util.Objects;

/**
 * From a wall time on, simulation time runs from a value at a scale. Not thread-safe; allocates nothing: whoever needs
 * an anchor owns one and copies into it, so that none is ever shared between threads.
 *
 * <p>At scale zero time stands still: a pause. The inverse of an anchor's map rounds up, so that simulation time has
 * reached a value at the wall time that {@link #wallAt} names, and one nanosecond earlier had not.
 */
public final class TimeAnchor {
    private long wallNanos;
    private long simulationNanos;
    private long scaleNumerator = 1;
    private long scaleDenominator = 1;

    /** Real time from zero at zero. */
    public TimeAnchor() {}

    /**
     * Copies another anchor into this one.
     *
     * @param other where from
     */
    public void set(TimeAnchor other) {
        Objects.requireNonNull(other, "the other anchor must not be null");
        set(other.wallNanos, other.simulationNanos, other.scaleNumerator, other.scaleDenominator);
    }

    /**
     * Sets simulation time, in nanoseconds, to run from a value at a scale.
     *
     * @param wallNanos the wall time from which this anchor holds, in nanoseconds of the service's clock
     * @param simulationNanos the simulation time at that wall time, in nanoseconds since the simulation began
     * @param scaleNumerator simulated nanoseconds per {@code scaleDenominator} of wall time; zero for a pause
     * @param scaleDenominator at least 1
     */
    public void set(long wallNanos, long simulationNanos, long scaleNumerator, long scaleDenominator) {
        this.wallNanos = wallNanos;
        this.simulationNanos = simulationNanos;
        this.scaleNumerator = scaleNumerator;
        this.scaleDenominator = scaleDenominator;
    }

    /**
     * The wall time from which this anchor holds, in nanoseconds of the service's clock.
     *
     * @return a reading of that clock
     */
    public long wallNanos() {
        return wallNanos;
    }

    /**
     * The simulation time at {@link #wallNanos}, in nanoseconds since the simulation began.
     *
     * @return nanoseconds since the simulation began
     */
    public long simulationNanos() {
        return simulationNanos;
    }

    /**
     * The numerator of the time scale, in simulated nanoseconds per {@link #scaleDenominator} nanoseconds of wall time.
     *
     * @return from 0; zero in a pause
     */
    public long scaleNumerator() {
        return scaleNumerator;
    }

    /**
     * The denominator of the time scale, in nanoseconds of wall time.
     *
     * @return at least 1
     */
    public long scaleDenominator() {
        return scaleDenominator;
    }

    /**
     * Whether simulation time stands still.
     *
     * @return true in a pause
     */
    public boolean isPaused() {
        return scaleNumerator == 0;
    }

    /**
     * The simulation time at a wall time by this anchor alone, in nanoseconds since the simulation began.
     *
     * @param wallNanos a reading of the service's clock
     * @return nanoseconds, rounded down
     * @throws ArithmeticException beyond 292 years of simulation time
     */
    public long simulationAt(long wallNanos) {
        long run = Exact.floorMulDiv(wallNanos - this.wallNanos, scaleNumerator, scaleDenominator);
        return Math.addExact(simulationNanos, run);
    }

    /**
     * The first wall time at which simulation time reaches a value, by this anchor alone, in nanoseconds of the
     * service's clock.
     *
     * @param simulationNanos nanoseconds since the simulation began
     * @return a reading of the service's clock
     * @throws IllegalStateException in a pause, for any value but the one that time is paused at
     */
    public long wallAt(long simulationNanos) {
        long ahead = simulationNanos - this.simulationNanos;
        if (isPaused()) {
            if (ahead == 0) {
                return wallNanos;
            }
            throw new IllegalStateException("simulation time is paused at " + this.simulationNanos
                    + " ns and never reaches " + simulationNanos + " ns; check isPaused() first");
        }
        return wallNanos + Exact.ceilMulDiv(ahead, scaleDenominator, scaleNumerator);
    }

    /**
     * Whether both are the same in all four values.
     *
     * @param other to compare with
     * @return true if they are
     */
    public boolean same(TimeAnchor other) {
        Objects.requireNonNull(other, "the other anchor must not be null");
        return wallNanos == other.wallNanos
                && simulationNanos == other.simulationNanos
                && scaleNumerator == other.scaleNumerator
                && scaleDenominator == other.scaleDenominator;
    }

    @Override
    public String toString() {
        return "wall " + wallNanos + " ns = simulation " + simulationNanos + " ns, then x " + scaleNumerator + "/"
                + scaleDenominator;
    }
}
