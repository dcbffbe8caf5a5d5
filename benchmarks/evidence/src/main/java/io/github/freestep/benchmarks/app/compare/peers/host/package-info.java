/**
 * The programs that {@code compare --peers} runs: the smallest honest host of each peer, as a user would write it after
 * reading its documentation. {@link io.github.freestep.benchmarks.app.compare.peers.host.PeerScreen} is all that it
 * knows of the measurement. {@code RulesPeer} is not the program of a peer, but a thread and a reader for rules of
 * delay.
 *
 * <p>Hosts of Minie are in the module below this one, on a class path of their own without an engine of freestep.jar:
 * Minie and Libbulletjme have classes of the same names.
 */
package io.github.freestep.benchmarks.app.compare.peers.host;
