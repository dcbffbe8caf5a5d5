/**
 * Compares Freestep with other physics services on the JVM, unmodified, and with rules of delay of other programs. Each
 * play is a process, which writes what it showed to a file ({@code PeerFilm}); this package judges all films by the
 * same formulas. All peers play in the same seconds, so whatever else the machine does hits all of them, and a table
 * names its load. The hosts are in {@link io.github.freestep.benchmarks.app.compare.peers.host}.
 *
 * <p>Rejected: to let peers take turns, because rows of a busy minute then stand beside rows of a quiet one.
 *
 * <p>When simulation time was zero is told by no host, because a loop hides what is left in its accumulator. So a
 * screen takes the step that was least late as punctual. Displays refresh 59.94 times a second instead of 60, also
 * because a loop's frames then meet its ticks in every phase within seconds: this error is below 0.3 ms.
 */
package io.github.freestep.benchmarks.app.compare.peers;
