/**
 * Connects the players of a match with their sequencer by datagrams:
 * {@link io.github.freestep.physics.lockstep.direct.DirectLockstep} opens both ends.
 *
 * <p>A peer's end belongs to the thread of its session, and a sequencer's end to that of its port. Lost datagrams are
 * not repeated here, because the next packet of a session has the missing messages too.
 *
 * <p>A match is a room of the connection that states have: {@code net.session} lets players join, knows where they are,
 * and refuses what is forged or came before. A peer greets ten times per second, and a packet is a datagram of its own
 * kind: sealed for one player, and to the sequencer behind the ticket of the player's place (8 bytes), so that what was
 * recorded in an earlier run is no packet of this one.
 */
@NullMarked
package io.github.freestep.physics.lockstep.direct;

import org.jspecify.annotations.NullMarked;
