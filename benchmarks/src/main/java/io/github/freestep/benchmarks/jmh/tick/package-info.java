/** Measures the parts of a tick and of a frame of a simulation, and what its saves cost. */
package io.github.freestep.benchmarks.jmh.tick;
