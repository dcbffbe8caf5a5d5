/**
 * Measures the codec of states on boxes of PhysX: {@code WireTable} prints the bytes for each body and tick.
 */
package io.github.freestep.benchmarks.jmh.wire;
