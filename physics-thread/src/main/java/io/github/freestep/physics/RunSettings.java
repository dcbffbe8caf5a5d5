package io.github.freestep.physics;

import io.github.freestep.time.Ratio;

/**
 * Everything that affects the states of a run, beside its simulation and its input. Immutable. A run can be repeated
 * with it.
 *
 * @param rate ticks per second of simulation time
 * @param axes the number of axes
 * @param inputCapacity the greatest number of inputs in a tick
 * @param hashEvery the number of ticks from one reported hash to the next
 * @param mergedTicks the greatest number of ticks that one step may stand for; 1 unless the overload policy is to merge
 * @param skipsFaults whether the run continues after a failed step
 */
public record RunSettings(
        Ratio rate, int axes, int inputCapacity, int hashEvery, int mergedTicks, boolean skipsFaults) {}
