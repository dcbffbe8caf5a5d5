/**
 * What Freestep tells a person: that something broke, where, and what to do.
 *
 * <p>A game that nobody watches must not fail in silence, so each part that can fail reports a {@link Problem}. By
 * default, a problem is one line of the {@link java.lang.System.Logger} named {@code io.github.freestep}. Nothing is
 * logged while nothing is wrong.
 *
 * <ul>
 *   <li>A kind is reported at once, and then at most once in a second. The next report counts the problems that came
 *       meanwhile, and describes the newest of them, so a step that fails a hundred times a second fills no disk.
 *   <li>The reports come from a daemon thread {@code freestep-problems}, because a log may block and a physics thread
 *       must not. The thread exists only while something waits to be reported.
 *   <li>{@code close()} of a service, a sender, a receiver or a recorder first delivers what waits, so the last words
 *       of a program are not lost.
 * </ul>
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>A logging facade: an embedding engine has one of its own, and {@code System.Logger} reaches all of them.
 *   <li>The stack trace in the log: it would be many lines each second. The line has the place, and {@link
 *       Problem#cause} the trace.
 *   <li>A limit for each service: a thousand rooms with the same mistake would log a thousand lines a second.
 * </ul>
 */
package io.github.freestep.problem;
