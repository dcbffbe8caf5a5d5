/**
 * The seam for recorders and predictions: what enters a simulation and what results from it, in the order in which it
 * happens.
 *
 * <p>Entries are not public events: games do not need them, and they would take space in every consumer's ring.
 */
package io.github.freestep.physics.journal;
