/**
 * Measures the codec of states: its time for each body, and its bytes.
 *
 * <p>The bodies are boxes in PhysX, whose states were recorded before. {@code WireBenchmark} has these rows, per body:
 *
 * <ul>
 *   <li>{@code publishAlone}: writes and publishes a recorded state. The other rows do that, too.
 *   <li>{@code encode}: also encodes it.
 *   <li>{@code encodeAndFollow}: also decodes it and publishes it at the receiver.
 * </ul>
 *
 * <p>{@code WireTable} is a program that prints the bytes for each body and tick.
 *
 * <p>{@code HistoryBenchmark} measures what a history does with a state of the same boxes: {@code append} keeps it,
 * {@code read} decodes one of the last minute, and {@code seek} also publishes that one. Its {@code main} prints how
 * many bytes a box takes in a state.
 */
package io.github.freestep.benchmarks.jmh.wire;
