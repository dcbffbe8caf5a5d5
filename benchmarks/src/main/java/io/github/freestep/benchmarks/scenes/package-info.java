/**
 * Simulations that can check every picture of themselves, for the stress harness, the viewer and the measurements. A
 * picture is a published state or a frame.
 *
 * <ul>
 *   <li>{@code swarm}: bodies that move and spin evenly, and are teleported, removed and spawned all the time. Their
 *       motion is linear in time, so a formula gives every float of every frame. The check compares them to within
 *       rounding, at any rate and time scale.
 *   <li>{@code springs}: damped springs that input kicks, integrated step by step. No formula gives their motion. Each
 *       body carries a checksum of its values. With it, states, and frames at the time of a state, are checked exactly.
 *       Frames between two states are checked against bounds.
 *   <li>{@code pile}, {@code stack}, {@code drum}, {@code pile2d}, {@code pile-bullet}, {@code pile-box2d}, {@code
 *       pile-jolt}: boxes in an engine. The first three use PhysX, the fourth dyn4j, the others Bullet, Box2D and Jolt.
 *       The drum turns, and its boxes never come to rest. dyn4j also replaces an engine that has no native library for
 *       the platform. The motion is not known in advance. So each box carries, in a linear channel,
 *       a sum of its coordinates and the tick. Linear interpolation preserves that sum, so the check finds any frame
 *       that shows a box off the line between its two states, or at a wrong time. As with springs, states are checked
 *       exactly by a checksum. Input can throw boxes: see {@link io.github.freestep.benchmarks.scenes.Throw}.
 * </ul>
 */
package io.github.freestep.benchmarks.scenes;
