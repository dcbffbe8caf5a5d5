/** Measures the parts of a tick and of a frame of a simulation. */
package io.github.freestep.benchmarks.jmh.tick;
