package io.github.freestep.physics;

import io.github.freestep.time.Ratio;

/**
 * All settings that affect the states of a run. Together with the simulation and its input, they are enough to repeat
 * the run. Immutable.
 *
 * @param rate ticks per second of simulation time
 * @param axes the number of axes
 * @param inputCapacity the maximum number of inputs in a tick
 * @param hashEvery the number of ticks from one reported hash to the next
 * @param mergedTicks the maximum number of ticks in one step; 1 unless the overload policy is
 *     {@link OverloadPolicy#merge}
 * @param skipsFaults whether the run continues after a failed step
 */
public record RunSettings(
        Ratio rate, int axes, int inputCapacity, int hashEvery, int mergedTicks, boolean skipsFaults) {}
