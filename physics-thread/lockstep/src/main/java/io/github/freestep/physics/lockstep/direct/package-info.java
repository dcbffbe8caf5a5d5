/**
 * Connects the players of a match with their sequencer by datagrams:
 * {@link io.github.freestep.physics.lockstep.direct.DirectLockstep} opens both ends.
 *
 * <p>A transport belongs to the thread of its session or sequencer, which sends and receives by itself. A peer uses the
 * UDP port of the sequencer and needs no open port of its own. Lost datagrams are not repeated here, because the next
 * packet of a session has the missing messages too.
 *
 * <p>A datagram is a mark (4 bytes), the number of the peer (8), a ticket (8) and a packet; all after the mark is
 * sealed if there is a key. A peer draws its number, so it stays the same peer when it comes from another address. The
 * sequencer answers a datagram without the ticket of its address only with that ticket, which is shorter, and passes
 * nothing on. So:
 *
 * <ul>
 *   <li>Nobody can use the sequencer to flood a third machine.
 *   <li>What was recorded in an earlier run, or is sent again from another address, has no effect. A session ignores
 *       what was recorded at the same address by its numbers.
 *   <li>With a key, what is not authentic is not there. Without a key, everyone who can read or send datagrams on the
 *       network can play for others.
 * </ul>
 */
package io.github.freestep.physics.lockstep.direct;
