/**
 * Measures the cost of a tick with an engine, and Freestep's share of it: {@code PileBenchmark} has a heap of boxes in
 * PhysX, Bullet, Jolt, dyn4j or Box2D. {@code wholeTick} is all the work of the physics thread except the wait,
 * and {@code engineAlone} the engine's step in it. {@code ownAlone}, a tick of as many moving bodies in an engine
 * whose step does nothing, is Freestep's own share; the rest asks the engine where the boxes are.
 * {@code EngineTable} steps one heap in turn with Freestep and without, and prints the ratios, which differ less from
 * run to run than times do.
 */
package io.github.freestep.benchmarks.jmh.engines;
