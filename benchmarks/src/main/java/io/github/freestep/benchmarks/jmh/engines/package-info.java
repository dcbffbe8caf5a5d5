/**
 * Measures the cost of a tick with an engine, and Freestep's share of it: {@code PileBenchmark} has a heap of boxes in
 * PhysX, Bullet, Jolt, dyn4j or Box2D. {@code wholeTick} is all the work of the physics thread except the wait;
 * {@code engineAlone} the engine's step in it, and {@code nativeReads} the calls that ask where the boxes are.
 * {@code ownAlone}, a tick of as many moving bodies in an engine whose step does nothing, is Freestep's own share.
 */
package io.github.freestep.benchmarks.jmh.engines;
