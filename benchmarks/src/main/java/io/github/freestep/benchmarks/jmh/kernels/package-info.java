/**
 * Measures the cost of a frame, from two states to the poses that a host uploads, beside the limits of the machine and
 * other ways to do the same.
 *
 * <ul>
 *   <li>{@code FrameBenchmark}: interpolation and packing of all bodies, beside objects of JOML, and beside
 *       {@code System.arraycopy} of as many bytes as interpolation touches.
 *   <li>{@code LoopBenchmark}: each loop alone, with arrays that fit into the L1 cache. More than about 0.3 ns per body
 *       means that the JIT compiler did not make SIMD code of it.
 * </ul>
 *
 * <p>A figure of {@code FrameBenchmark} is for all bodies of a call. Values are real poses, a few degrees apart. No
 * loop branches on them.
 */
package io.github.freestep.benchmarks.jmh.kernels;
