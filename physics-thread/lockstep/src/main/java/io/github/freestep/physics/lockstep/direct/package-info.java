/**
 * Connects the players of a match with their sequencer by direct Aeron streams:
 * {@link io.github.freestep.physics.lockstep.direct.AeronLockstep} opens both ends.
 *
 * <p>A peer uses the two UDP ports of the sequencer and needs no open port of its own. Each peer has a stream of
 * replies of its own, so no peer gets, or waits for, what another one is sent. Aeron does not repeat lost datagrams
 * here, because the next packet of a session has the missing messages too.
 *
 * <p>It needs what the sender of states needs, see {@link io.github.freestep.net}: Aeron and the JVM's flag. The files
 * are in folders {@code match-server-<port>-<n>} and {@code match-peer-<port>-<n>} beside the sender's.
 *
 * <p>It is not for the open internet without a key. With a key, content is encrypted and authenticated. Aeron's own
 * control datagrams are not, so an attacker can still disturb the stream, or use the sequencer to flood a third
 * machine. Let a firewall or a VPN keep strangers away from the ports.
 */
package io.github.freestep.physics.lockstep.direct;
