/**
 * The journal of a run: everything that enters a simulation and what results from it, in the order in which it happens,
 * for recorders. Not exported, so that it can change with the needs of recordings without breaking users.
 *
 * <p>Entries are not public events, because games do not need them. As events, they would add values to the public type
 * that only recorders read, and would take space in every consumer's ring.
 *
 * <p>Other packages of this module reach a run's journal by {@code internal.Inside}, and recordings create run settings
 * from {@code RunValues}. Both are typed, and neither adds to what users can call.
 *
 * <p>Recordings and matches copy whole states. {@code BodyValues} says in which order both keep the values of a body.
 */
package io.github.freestep.physics.journal;
