/**
 * Compares Freestep with other physics services on the JVM, unmodified. Each play is a process, which writes what it
 * showed to a file ({@code PeerFilm}); this package judges all films by the same formulas. The peers take turns within
 * a round, so that whatever else the machine does hits all of them. The hosts are in
 * {@link io.github.freestep.benchmarks.app.compare.peers.host}.
 */
package io.github.freestep.benchmarks.app.compare.peers;
