/**
 * Measures the cost of a frame, from two states to the poses that a host uploads. Compares it with the limits of the
 * machine and with other ways to do the same.
 *
 * <ul>
 *   <li>{@code FrameBenchmark}: interpolation and packing of all bodies, compared with objects of JOML, and with
 *       {@code System.arraycopy} of as many bytes as interpolation reads and writes.
 *   <li>{@code PickBenchmark}: what a click and a selection by a rectangle cost, compared with a loop over objects
 *       of JOML.
 * </ul>
 *
 * <p>A figure of {@code FrameBenchmark} is the time of one call, for all its bodies. The poses are realistic: between
 * two states, a body turns by a few degrees. No loop has branches that depend on the values.
 */
package io.github.freestep.benchmarks.jmh.kernels;
