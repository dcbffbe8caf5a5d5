/**
 * Measures the codec of states: its bytes for each body.
 *
 * <p>The bodies are boxes in PhysX, whose states were recorded before. {@code WireTable} is a program that prints the
 * bytes for each body and tick.
 *
 * <p>{@code HistoryBenchmark} measures what a history does with a state of the same boxes: {@code append} keeps it,
 * {@code read} decodes one of the last minute, and {@code seek} also publishes that one. Its {@code main} prints how
 * many bytes a box takes in a state.
 */
package io.github.freestep.benchmarks.jmh.wire;
