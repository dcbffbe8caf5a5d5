/**
 * Measures the codec of states: its bytes for each body.
 *
 * <p>The bodies are boxes in PhysX, whose states were recorded before. {@code WireTable} is a program that prints the
 * bytes for each body and tick.
 */
package io.github.freestep.benchmarks.jmh.wire;
