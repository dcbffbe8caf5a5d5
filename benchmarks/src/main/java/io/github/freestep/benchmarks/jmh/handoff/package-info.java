/**
 * Measures the cost of the handoff, which is how a state gets from the writing thread to the readers. Compares it with
 * the limits of the machine.
 *
 * <ul>
 *   <li>{@code ProtocolBenchmark}: publishing and acquiring alone, compared with a bare {@code getAndSet}.
 *   <li>{@code WriteBenchmark}: writing and publishing, compared with {@code System.arraycopy} of the same bytes.
 * </ul>
 *
 * <p>If you compare figures, take them from one run on one machine.
 */
package io.github.freestep.benchmarks.jmh.handoff;
