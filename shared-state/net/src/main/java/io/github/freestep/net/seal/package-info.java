/**
 * Encrypts and authenticates datagrams by the JDK's AES-GCM, with the {@link io.github.freestep.net.seal.PlayerKeys} of
 * each player and room. A {@link io.github.freestep.net.seal.ReplayWindow} refuses what came before, and a
 * {@link io.github.freestep.net.seal.AddressTickets} a forged source. For one thread at a time; none blocks. Public
 * only for our other modules: states and matches in lockstep are sealed alike.
 */
package io.github.freestep.net.seal;
