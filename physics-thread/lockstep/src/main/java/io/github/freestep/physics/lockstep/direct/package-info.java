/**
 * Connects the players of a match with their sequencer by datagrams:
 * {@link io.github.freestep.physics.lockstep.direct.DirectLockstep} opens both ends.
 *
 * <p>A peer's end belongs to the thread of its session, and a sequencer's end to that of its port. Lost datagrams are
 * not repeated here, because the next packet of a session has the missing messages too.
 *
 * <p>A datagram is the header of all datagrams, with the number of the match's room (7 bytes), and then, sealed for one
 * player, the number of the peer (8), a ticket (8) and a packet. The name in the player's token follows. The number is
 * that of the player, so a peer that moves to another address is still the same one. The sequencer answers a datagram
 * without the ticket of its address only with that ticket, which is shorter, and passes nothing on. The ticket is an
 * HMAC of the address and the time, so that the sequencer keeps nothing of a stranger. So:
 *
 * <ul>
 *   <li>A forger cannot use the sequencer to flood a third machine.
 *   <li>What was recorded in an earlier run, or is sent again from another address, has no effect. If it was recorded
 *       in this run, a window of the newest 1,024 counters of its sender refuses it.
 *   <li>Both ends ignore what is not authentic. A sequencer that was given no key uses a development key, which
 *       everyone has, so only its own machine may reach it.
 * </ul>
 */
@NullMarked
package io.github.freestep.physics.lockstep.direct;

import org.jspecify.annotations.NullMarked;
