/**
 * Measures the cost of a tick with an engine, and Freestep's share of it.
 *
 * <p>{@code PileBenchmark} has a heap of boxes in PhysX, Bullet, Jolt, dyn4j or Box2D. Its rows:
 *
 * <ul>
 *   <li>{@code wholeTick}: all the work of the physics thread except the wait.
 *   <li>{@code engineAlone}: the engine's step, which is a part of the whole tick.
 *   <li>{@code nativeReads}: the calls that ask the engine where the boxes are. They are also a part of it, if the
 *       boxes are awake.
 *   <li>{@code ownAlone}: a tick with the same number of moving bodies, in an engine whose step does nothing. This is
 *       Freestep's own share.
 *   <li>{@code save}, {@code restore}: a whole save into memory, and a restore from it.
 * </ul>
 */
package io.github.freestep.benchmarks.jmh.engines;
