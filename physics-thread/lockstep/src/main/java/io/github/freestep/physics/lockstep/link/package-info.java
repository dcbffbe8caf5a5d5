/**
 * What both sides of a lockstep match share: the rules of the match, the messages, and a reliable link over packets
 * that may be lost, repeated and reordered. Without a thread and a clock: the sequencer's thread and the thread of a
 * session call these classes with the time. Each object is for one thread.
 *
 * <p>Messages of one lane arrive once and in order, or the link reports that the other side does not take them. All
 * queues are bounded. Reading checks all that can be checked without knowing the match; an
 * {@link io.github.freestep.physics.lockstep.link.InvalidMessageException} names what is wrong, and the reader ends the
 * connection. The bytes that have come bound the allocation of a message's reader.
 *
 * <p>Packets have at most 1,152 bytes, a version, a token of 48 random bits that the peer chooses for each connection,
 * acknowledgements and a CRC. Messages are split into units, and a unit is sent until it is acknowledged. The lanes:
 *
 * <ol>
 *   <li>Urgent messages, each in 2 to 26 packets, as measured losses need, so a lost packet costs no round trip. A
 *       packet has 400 bytes for copies, so long messages have fewer.
 *   <li>Hashes and reports, sent once with packets that go anyway.
 *   <li>Saved worlds, which must not hold up frames.
 * </ol>
 *
 * <p>A message is the difference from the last one of its kind.
 *
 * <p>Both sides compare the {@link io.github.freestep.physics.lockstep.link.MatchRules} first, by their text, so that a
 * refusal can name both values. Rejected: hashes together with input, because a tick would then wait for hashes, which
 * come later and from another thread.
 */
package io.github.freestep.physics.lockstep.link;
