/**
 * How simulation time runs and how a thread waits for it: {@link io.github.freestep.internal.time.Timeline} and
 * {@link io.github.freestep.internal.time.PreciseWait}, each for the one thread that steps; and how long something took
 * lately: {@link io.github.freestep.internal.time.RecentSamples}. {@link io.github.freestep.time} has the rules that
 * the first two keep.
 */
package io.github.freestep.internal.time;
