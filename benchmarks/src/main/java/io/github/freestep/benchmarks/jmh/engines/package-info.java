/**
 * Boxes in engines, and what a tick costs with an engine in it, and how much of that is Freestep's.
 *
 * <p>{@code PileBenchmark} has a heap of boxes in PhysX. {@code wholeTick} is what the physics thread does, but for the wait; {@code
 * engineAlone} is PhysX's step in it, and {@code nativeReads} the calls that ask it where the boxes are. {@code ownAlone} is a tick
 * with as many bodies, all moving, of an engine that takes no time: that is Freestep's own share.
 */
package io.github.freestep.benchmarks.jmh.engines;
