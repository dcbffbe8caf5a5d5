/**
 * Simulations of which it is known what every picture must look like; for the stress harness, and to measure with.
 *
 * <ul>
 *   <li>{@code swarm}: bodies that move and spin evenly, and are teleported, removed and spawned all the time. Linear in time, so
 *       that every float of every frame is compared with its closed form to within rounding, at any rate and scale.
 *   <li>{@code orbit}: circles, in closed form too. What linear interpolation cuts off of them is allowed for.
 *   <li>{@code springs}: damped springs that input kicks, integrated step by step. There is no closed form; a sum of its values that each
 *       body carries makes states, and frames at a state's own time, exact, and bounds are checked of frames in between.
 * </ul>
 */
package io.github.freestep.benchmarks.scenes;
