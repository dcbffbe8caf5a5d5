/**
 * Measures the cost of the handoff, which is how a state gets from the writing thread to the readers: publishing and
 * acquiring alone compared with a bare {@code getAndSet}, and with writing compared with {@code System.arraycopy} of
 * the same bytes. Compare only figures of one run on one machine.
 */
package io.github.freestep.benchmarks.jmh.handoff;
