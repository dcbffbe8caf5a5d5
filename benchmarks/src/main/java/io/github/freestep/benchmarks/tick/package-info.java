/** What a whole tick of the service costs. */
package io.github.freestep.benchmarks.tick;
