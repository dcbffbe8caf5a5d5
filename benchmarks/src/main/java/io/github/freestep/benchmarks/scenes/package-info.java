/**
 * Simulations that can check every picture of themselves, for the stress harness and the measurements. A picture is a
 * published state or a frame.
 *
 * <ul>
 *   <li>{@code swarm}: bodies that move and spin evenly, and are teleported, removed and spawned all the time. A
 *       formula gives every float of every frame, to within rounding, at any rate and time scale.
 *   <li>{@code springs}: damped springs that input kicks, with the channels of boxes.
 *   <li>{@code pile} (PhysX), {@code pile2d} (dyn4j, also in place of an engine without a native library), {@code
 *       pile-bullet}, {@code pile-box2d}, {@code pile-jolt}: boxes in an engine. Each carries, in a linear channel, a
 *       sum of its coordinates and the tick, which linear interpolation preserves. So the check finds any frame that
 *       shows a box off the line between its two states, or at a wrong time. A checksum checks states exactly.
 * </ul>
 */
package io.github.freestep.benchmarks.scenes;
