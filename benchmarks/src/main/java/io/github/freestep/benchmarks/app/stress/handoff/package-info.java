/**
 * Stresses the state buffer alone, at full speed: one thread writes states that carry their own checksum, and readers
 * check every value of every window that they get.
 */
package io.github.freestep.benchmarks.app.stress.handoff;
