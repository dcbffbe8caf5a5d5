/** Holds the defaults that all JMH benchmarks share. */
package io.github.freestep.benchmarks.jmh;
