package io.github.freestep.physics;

import io.github.freestep.time.Ratio;

/**
 * What a run can be repeated by, beside its simulation and its input: everything that bears on its states. Immutable.
 *
 * @param rate ticks per second of simulation time
 * @param axes how many axes there are
 * @param inputCapacity how much input a tick can have
 * @param hashEvery of which ticks a hash is told
 * @param mergedTicks how many ticks one step may stand for; 1 unless the overload policy is to merge
 * @param goesOn whether the run goes on behind a step that fails
 */
public record RunSettings(Ratio rate, int axes, int inputCapacity, int hashEvery, int mergedTicks, boolean goesOn) {}
