/**
 * Encrypts and authenticates datagrams by the JDK's AES-GCM, with a {@link io.github.freestep.net.seal.SharedKey}, from
 * which each stream of each room derives a key of its own. A {@link io.github.freestep.net.seal.ReplayWindow} refuses
 * what came before, and a {@link io.github.freestep.net.seal.AddressTickets} a forged source. For one thread at a time;
 * none blocks. Public only for our other modules: states and matches in lockstep are sealed alike.
 */
package io.github.freestep.net.seal;
