/**
 * Measures the handoff of states from the thread that steps to the one that draws, on two cores, beside what people
 * write instead. Compare only figures of one run on one machine.
 */
package io.github.freestep.benchmarks.jmh.handoff;
