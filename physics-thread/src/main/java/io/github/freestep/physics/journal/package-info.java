/**
 * The journal of a run: everything that enters a simulation and what results from it, in the order in which it happens,
 * for recorders. Exported to Freestep's other modules only, so that it can change with the needs of recordings without
 * breaking users.
 *
 * <p>Entries are not public events: games do not need them, and they would take space in every consumer's ring.
 */
package io.github.freestep.physics.journal;
