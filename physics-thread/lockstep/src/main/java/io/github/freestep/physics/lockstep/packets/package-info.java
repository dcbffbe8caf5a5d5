/**
 * What all transports of a match on Aeron share: a queue to and from a thread that works on Aeron, and the number of
 * the peer before each packet. Not exported.
 *
 * <p>A transport belongs to the thread of its session or sequencer, and hands packets to a
 * {@link io.github.freestep.physics.lockstep.packets.PacketLink}. The threads {@code freestep-match-server} and
 * {@code freestep-match-peer} work on Aeron, look for packets every 0.5 ms, and are woken to send.
 *
 * <p>A peer draws a number of 64 random bits and sends it with each packet, so it stays the same peer when it comes
 * back with another link. With a key, all packets are encrypted and authenticated, numbers included, and packets that
 * were recorded in an earlier run of a sequencer have no effect. Those of the same run are ignored by the session.
 * Without a key, everyone who can read or send datagrams on the network can play for others.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>To work on Aeron in the session's own thread. It would save a millisecond, but opening a link after a stop of
 *       the process, or asking a name server, would delay the session.
 * </ul>
 */
package io.github.freestep.physics.lockstep.packets;
