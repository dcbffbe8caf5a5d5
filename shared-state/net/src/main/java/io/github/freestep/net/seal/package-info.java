/**
 * Encrypts and authenticates datagrams by the JDK's AES-GCM, with a key that both sides share. A
 * {@link io.github.freestep.net.seal.Sealer} writes a stream, an {@link io.github.freestep.net.seal.Unsealer} reads it,
 * and a {@link io.github.freestep.net.seal.ReplayWindow} refuses what came before. Each stream has a key of its own,
 * derived from the {@link io.github.freestep.net.seal.SharedKey}.
 *
 * <p>All classes are for one thread at a time, normally that of a link. None blocks. Public only for our other modules:
 * states over a network and matches in lockstep are sealed alike.
 */
package io.github.freestep.net.seal;
