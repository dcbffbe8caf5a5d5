/**
 * What both sides of a lockstep match share: the rules of the match, the messages, and a reliable link over packets
 * that may be lost, repeated and reordered. Without a thread and a clock: the sequencer's thread and the thread of a
 * session call these classes with the time. Each object is for one thread.
 *
 * <h2>What you can rely on</h2>
 *
 * <p>Messages of one lane arrive once and in order, or the link reports that the other side does not take them. All
 * queues are bounded. Reading checks all that can be checked without knowing the match; an
 * {@link io.github.freestep.physics.lockstep.link.InvalidMessageException} names what is wrong, and the reader ends the
 * connection. The allocation of a message's reader is bounded by the bytes that have come.
 *
 * <h2>How it works</h2>
 *
 * <p>Packets have at most 1,200 bytes, a version, a token of 64 random bits that the peer chooses for each connection,
 * acknowledgements and a CRC. Messages are split into units that fit into a packet, and a unit is sent until it is
 * acknowledged. One lane carries what is urgent, each message of it in two to eight packets, as measured losses need,
 * so a lost packet costs no round trip. Another lane carries hashes and reports, which are sent once, with packets that
 * go anyway. The third one carries saved worlds, which must not hold up frames. A message is sent as its difference
 * from the last one of the same kind: two players with two moving axes each, at 60 ticks per second, take about 7 kB
 * per second in each direction, with the headers of UDP and IP, for any round trip. If 10 % of the packets get lost, a
 * message is in up to six packets, and the match takes up to 14 kB per second.
 *
 * <p>An {@link io.github.freestep.physics.lockstep.link.InputFrame} is a tick as the sequencer has decided it. Both
 * sides compare the {@link io.github.freestep.physics.lockstep.link.MatchRules} before anything else, by their text, so
 * that a refusal can name both values. Both sides measure delays, and leave out the few most extreme ones by
 * {@link io.github.freestep.physics.lockstep.link.RecentSamples}.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>Sending hashes together with input: a tick that waits for input would also wait for hashes, which come later
 *       and from another thread.
 * </ul>
 */
package io.github.freestep.physics.lockstep.link;
