/**
 * The journal: all that enters a simulation and what comes out, in one order, for those who record a run. Not exported,
 * so that what a recording needs may change without any user.
 *
 * <p>Entries are not public events, because a game needs none of them: they would fill the public type with values that
 * only a recorder reads, and every consumer's ring with places for them.
 */
package io.github.freestep.physics.journal;
