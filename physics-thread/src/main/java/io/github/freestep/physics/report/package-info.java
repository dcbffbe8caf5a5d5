/**
 * Reports of a run besides events: the ledger of time, the texts of faults, and the {@link RunEvents} that a
 * {@link RunRecorder} takes. {@code freestep-trace} provides that recorder as a service.
 */
package io.github.freestep.physics.report;
