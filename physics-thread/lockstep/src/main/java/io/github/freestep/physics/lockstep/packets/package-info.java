/**
 * What all transports of a match on Aeron share: a queue to and from a thread that works on Aeron, and the number of
 * the peer before each packet. Not exported.
 *
 * <p>A transport belongs to the thread of its session or sequencer. The threads {@code freestep-match-server} and
 * {@code freestep-match-peer} work on Aeron, look for packets every 0.5 ms, and are woken to send.
 *
 * <p>Without a key, everyone who can read or send datagrams on the network can play for others.
 *
 * <p>Rejected: to work on Aeron in the session's own thread. It would save a millisecond, but opening a link after a
 * stop of the process, or asking a name server, would delay the session.
 */
package io.github.freestep.physics.lockstep.packets;
