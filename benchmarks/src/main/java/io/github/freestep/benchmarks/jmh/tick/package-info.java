/** Measures the cost of a whole tick of the service. */
package io.github.freestep.benchmarks.jmh.tick;
