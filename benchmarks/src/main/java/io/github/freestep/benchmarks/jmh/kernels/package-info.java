/**
 * Measures the cost of a frame, from two states to the poses that a host uploads. Compares it with objects of JOML, and
 * with {@code System.arraycopy} of as many bytes as interpolation reads and writes. A figure is the time of one call,
 * for all its bodies, which turn by a few degrees between two states. No loop has branches that depend on the values.
 */
package io.github.freestep.benchmarks.jmh.kernels;
