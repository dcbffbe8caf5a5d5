package io.github.freestep.physics.journal;

import io.github.freestep.time.Ratio;
import java.util.Objects;

/**
 * The values of a {@code RunSettings}. With them, the recording package creates settings from a file, whose values may
 * be out of the ranges that a builder accepts. Users cannot, because they cannot name this type.
 *
 * @param rate ticks per second of simulation time
 * @param axes the number of axes
 * @param inputCapacity the maximum number of inputs in a tick
 * @param hashEvery the number of ticks from one hash to the next
 * @param mergedTicks the maximum number of ticks in one step
 * @param skipsFaults whether the run continues after a failed step
 */
public record RunValues(Ratio rate, int axes, int inputCapacity, int hashEvery, int mergedTicks, boolean skipsFaults) {
    /** Checks that there is a rate. */
    public RunValues {
        Objects.requireNonNull(rate, "rate must not be null");
    }
}
