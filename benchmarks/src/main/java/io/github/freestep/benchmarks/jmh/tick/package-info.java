/** What a whole tick of the service costs. */
package io.github.freestep.benchmarks.jmh.tick;
