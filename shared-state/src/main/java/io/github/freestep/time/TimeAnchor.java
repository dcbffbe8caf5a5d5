package io.github.freestep.time;

import io.github.freestep.internal.Exact;
import java.util.Objects;

/**
 * Maps wall time to simulation time. From the anchor's wall time on,
 * {@code simulation = simulationNanos + (wall - wallNanos) * scale}. Not thread-safe; allocates nothing. Every user of
 * an anchor owns one and copies into it, so that threads never share one.
 *
 * <pre>{@code
 * time.set(clock.nanoTime(), simulatedNanos, 0, 1); // a pause begins: simulation time stands still
 * time.set(clock.nanoTime(), simulatedNanos, 1, 1); // it ends
 * }</pre>
 *
 * <p>In a pause the scale is zero, and simulation time stands still. The inverse of the map rounds up. So at the
 * wall time that {@link #wallAt} returns for a simulation time, that time has been reached. One nanosecond earlier
 * it had not.
 */
public final class TimeAnchor {
    private long wallNanos;
    private long simulationNanos;
    private long scaleNumerator = 1;
    private long scaleDenominator = 1;

    /** Creates an anchor for real time, from simulation time zero at wall time zero. */
    public TimeAnchor() {}

    /**
     * Copies another anchor into this one.
     *
     * @param other the anchor to copy
     */
    public void set(TimeAnchor other) {
        Objects.requireNonNull(other, "other must not be null");
        set(other.wallNanos, other.simulationNanos, other.scaleNumerator, other.scaleDenominator);
    }

    /**
     * Lets simulation time run from a value at a scale.
     *
     * @param wallNanos the wall time from which this anchor holds, in nanoseconds of the service's clock
     * @param simulationNanos the simulation time at that wall time, in nanoseconds since the simulation began
     * @param scaleNumerator simulated nanoseconds per {@code scaleDenominator} of wall time; zero for a pause
     * @param scaleDenominator at least 1
     * @throws IllegalArgumentException if the numerator is negative, or the denominator below 1; nothing changes then
     */
    public void set(long wallNanos, long simulationNanos, long scaleNumerator, long scaleDenominator) {
        if (scaleNumerator < 0 || scaleDenominator < 1) {
            throw new IllegalArgumentException(
                    "a time scale must have a numerator of at least 0 and a denominator of at least 1, was "
                            + scaleNumerator + "/" + scaleDenominator + "; for a pause, use 0/1");
        }
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
     * The simulation time at a wall time, according to this anchor alone, in nanoseconds since the simulation began.
     *
     * @param wallNanos a reading of the service's clock
     * @return nanoseconds, rounded down
     * @throws ArithmeticException if the result is beyond 292 years of simulation time
     */
    public long simulationAt(long wallNanos) {
        long run = wallNanos - this.wallNanos;
        return Math.addExact(
                simulationNanos,
                scaleNumerator == scaleDenominator ? run : Exact.floorMulDiv(run, scaleNumerator, scaleDenominator));
    }

    /**
     * The first wall time at which simulation time reaches a value, according to this anchor alone, in nanoseconds of
     * the service's clock.
     *
     * @param simulationNanos nanoseconds since the simulation began
     * @return a reading of the service's clock
     * @throws IllegalStateException in a pause, unless the value is the one at which time is paused
     * @throws ArithmeticException if the wall time does not fit into a long
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
        return wallNanos
                + (scaleNumerator == scaleDenominator
                        ? ahead
                        : Exact.ceilMulDiv(ahead, scaleDenominator, scaleNumerator));
    }

    /**
     * Whether another anchor has the same four values.
     *
     * @param other the anchor to compare with
     * @return true if all four are equal
     */
    public boolean same(TimeAnchor other) {
        Objects.requireNonNull(other, "other must not be null");
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
