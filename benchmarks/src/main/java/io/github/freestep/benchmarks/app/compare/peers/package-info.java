/**
 * Compares Freestep with other physics services on the JVM, unmodified, each in processes of its own.
 *
 * <p>Each play is a process: one peer, one display, one load. The peers take turns within a round, so that whatever
 * else the machine does hits all of them. A process writes what it showed to a file ({@code PeerFilm}), and this
 * package judges all films by the same formulas. Processes are also necessary: Minie and Libbulletjme have classes of
 * the same names.
 *
 * <p>The hosts are in {@link io.github.freestep.benchmarks.app.compare.peers.host}.
 */
package io.github.freestep.benchmarks.app.compare.peers;
