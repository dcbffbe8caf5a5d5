/**
 * Tells a person that something broke, where, and what to do, because a game that nobody watches must not fail in
 * silence. Each part that can fail reports a {@link Problem}: by default, one line of the {@link java.lang.System.Logger}
 * named {@code io.github.freestep}, and nothing while nothing is wrong.
 *
 * <p>Each kind is reported at once, then at most once in a second, with the count and the newest of those that came
 * meanwhile. A daemon thread {@code freestep-problems} reports them, because a log may block and a physics thread must
 * not; it exists only while something waits. Every {@code close()} first delivers what is due.
 *
 * <p>Rejected: a logging facade, because {@code System.Logger} reaches that of the engine; stack traces, because the
 * line has the place and {@link Problem#cause} the trace; and a limit for each service, because a thousand rooms with
 * one mistake would log a thousand lines a second.
 */
package io.github.freestep.problem;
