/**
 * Simulations of which it is known what every picture must look like; for the stress harness, and to measure with.
 *
 * <ul>
 *   <li>{@code swarm}: bodies that move and spin evenly, and are teleported, removed and spawned all the time. Linear in time, so
 *       that every float of every frame is compared with its closed form to within rounding, at any rate and scale.
 *   <li>{@code orbit}: circles, in closed form too. What linear interpolation cuts off of them is allowed for.
 *   <li>{@code springs}: damped springs that input kicks, integrated step by step. There is no closed form; a sum of its values that each
 *       body carries makes states, and frames at a state's own time, exact, and bounds are checked of frames in between.
 *   <li>{@code pile}, {@code stack}, {@code pile2d}: boxes in an engine, PhysX for the first two, where it has a native library, and
 *       dyn4j. What an engine does nobody knows beforehand. So each box carries, in a linear channel, a sum of its coordinates and
 *       the tick, which linear interpolation keeps: a frame that shows a box anywhere but on the line between its two states, or at
 *       another time, is found. States are exact by a sum of bits, as with springs. Input can throw boxes: see {@link
 *       io.github.freestep.benchmarks.scenes.Throw}.
 * </ul>
 */
package io.github.freestep.benchmarks.scenes;
