/**
 * Measures the codec of states on recorded boxes of PhysX: {@code WireTable} prints the bytes for each body and tick,
 * and {@code HistoryBenchmark} measures what a history does with a state: {@code append}, {@code read}, and
 * {@code seek}, which also publishes it.
 */
package io.github.freestep.benchmarks.jmh.wire;
