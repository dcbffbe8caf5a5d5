/**
 * How simulation time runs and how a thread waits for it: {@link io.github.freestep.internal.time.Timeline} and
 * {@link io.github.freestep.internal.time.PreciseWait}, each for the one thread that steps. They keep the rules of
 * {@link io.github.freestep.time}.
 */
package io.github.freestep.internal.time;
