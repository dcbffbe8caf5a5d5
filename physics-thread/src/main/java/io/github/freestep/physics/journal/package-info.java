/**
 * The journal of a run: everything that enters a simulation and what results from it, in the order in which it happens,
 * for recorders. Exported to Freestep's other modules only, so that it can change with the needs of recordings without
 * breaking users.
 *
 * <p>Entries are not public events, because games do not need them. As events, they would add values to the public type
 * that only recorders read, and would take space in every consumer's ring.
 *
 * <p>Recordings reach a run's journal by {@code internal.Inside}, and create run settings from {@code RunValues}. Both
 * are typed, and neither adds to what users can call.
 */
package io.github.freestep.physics.journal;
