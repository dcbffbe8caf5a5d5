/** Holds what all JMH benchmarks share: their defaults, and the bodies that they move. */
package io.github.freestep.benchmarks.jmh;
