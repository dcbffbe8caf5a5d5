/**
 * For a game that keeps its world: {@link io.github.freestep.smooth.Smooth} steps it and shows its bodies evenly.
 *
 * <p>The game changes its world by calls that nobody records, so this package has no input by tick, no replay and no
 * lockstep. A game that needs one of them implements {@code Simulation}, or uses the adapter of its engine.
 *
 * <p>Rejected: a lock around each call of the world, because each may wait for a whole step, and two reads in a frame
 * may see two worlds; and commands, because games call their bodies directly. Turns alone do not keep motion even,
 * because a frame that waits for a long step misses its refresh, so a frame may do without the game.
 */
@NullMarked
package io.github.freestep.smooth;

import org.jspecify.annotations.NullMarked;
