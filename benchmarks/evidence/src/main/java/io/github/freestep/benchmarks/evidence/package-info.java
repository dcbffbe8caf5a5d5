/** The commands that make what the pages say about other loops and libraries. Nothing in freestep.jar needs them. */
package io.github.freestep.benchmarks.evidence;
