/**
 * What both sides of a lockstep match share: the rules of the match, and the messages, which a {@link
 * io.github.freestep.net.link.Link} carries. Without a thread and a clock: the sequencer's thread and the thread of a
 * session call these classes with the time. Each object is for one thread.
 *
 * <p>Reading checks all that can be checked without knowing the match; an {@link
 * io.github.freestep.net.link.InvalidMessageException} names what is wrong, and the reader ends the connection. The
 * bytes that have come bound the allocation of a message's reader.
 *
 * <p>Both sides compare the {@link io.github.freestep.physics.lockstep.link.MatchRules} first, by their text, so that a
 * refusal can name both values. Rejected: hashes together with input, because a tick would then wait for hashes, which
 * come later and from another thread.
 */
package io.github.freestep.physics.lockstep.link;
