/**
 * Measures the parts of a tick and of a frame of a simulation, and what bodies cost that rest.
 */
package io.github.freestep.benchmarks.jmh.tick;
