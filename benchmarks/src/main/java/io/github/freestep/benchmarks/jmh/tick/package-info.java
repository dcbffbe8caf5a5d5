/**
 * Measures the cost of a whole tick of the service, how late it begins, and what bodies cost that rest.
 */
package io.github.freestep.benchmarks.jmh.tick;
