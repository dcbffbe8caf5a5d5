/**
 * Connects the players of a match with their sequencer by direct Aeron streams.
 *
 * <p>{@link io.github.freestep.physics.lockstep.direct.AeronLockstep} opens both ends. Its settings are for one thread.
 * A transport is for the thread of its session or sequencer; the streams run on threads of their own,
 * {@code freestep-match-server} and {@code freestep-match-peer}.
 *
 * <p>The sequencer runs in a server or in the process of one player. A peer opens one socket to send and one to
 * receive. It uses them with the two ports of the sequencer, so it needs no open port of its own. Each peer has a
 * stream of replies of its own, so no peer gets, or waits for, what another one is sent. Aeron does not repeat lost
 * datagrams here, because the session does, and waits for none: the next packet has the missing messages too.
 *
 * <p>It needs what the sender of states needs, see {@link io.github.freestep.net}: Aeron and the JVM's flag. The files
 * of the driver are in folders {@code match-server-<port>-<n>} and {@code match-peer-<port>-<n>} beside the sender's.
 *
 * <p>It is not for the open internet without a key. With a key, content is encrypted and authenticated; repeated
 * packets have no effect. Aeron's own control datagrams are neither encrypted nor authenticated, so an attacker can
 * still disturb the stream, or use the sequencer to flood a third machine. Let a firewall or a VPN keep strangers away
 * from the ports.
 */
package io.github.freestep.physics.lockstep.direct;
