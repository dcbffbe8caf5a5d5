/**
 * Measures the cost of a tick with an engine, and Freestep's share of it.
 *
 * <p>{@code PileBenchmark} has a heap of boxes in PhysX. {@code wholeTick} is all the work of the physics thread
 * except the wait. {@code engineAlone} is PhysX's step within it, and {@code nativeReads} are the calls that ask PhysX
 * where the boxes are. {@code ownAlone} is a tick with as many moving bodies of an engine that takes no time:
 * Freestep's own share.
 */
package io.github.freestep.benchmarks.jmh.engines;
