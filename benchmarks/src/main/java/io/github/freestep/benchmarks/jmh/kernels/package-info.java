/**
 * What a frame costs, from two states to what a host uploads, beside the limits of the machine and other ways to do the same.
 *
 * <ul>
 *   <li>{@code FrameBenchmark}: interpolation and packing of all bodies, beside objects of JOML, and beside
 *       {@code System.arraycopy} of as many bytes as interpolation touches.
 *   <li>{@code LoopBenchmark}: each loop on its own, with arrays that lie in the first cache. More than about 0.3 ns a body
 *       says that it has not become SIMD code.
 * </ul>
 *
 * <p>A figure is for all bodies of a call. Values are real poses, a few degrees apart. No loop has a branch on them.
 */
package io.github.freestep.benchmarks.jmh.kernels;
