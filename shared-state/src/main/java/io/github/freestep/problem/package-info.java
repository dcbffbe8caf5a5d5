/**
 * Reports to a person what broke, where, and what to do, because a game must not fail in silence while its code looks
 * at no failure. Each part that can fail reports a {@link Problem}, which is by default one line of the {@link
 * java.lang.System.Logger} named {@code io.github.freestep}. While nothing is wrong, nothing is logged.
 *
 * <p>Each kind is reported at once, and then at most once in a second, with the count and the newest of those that came
 * meanwhile. A daemon thread {@code freestep-problems} reports them, because a log may block, and a physics thread must
 * not wait for it. The thread exists only while something waits. Every {@code close()} delivers what is due before it
 * returns.
 *
 * <p>Rejected: a logging facade, because {@code System.Logger} reaches the one that the engine uses; stack traces in
 * the log, because its line has the place, and {@link Problem#cause} has the trace; and a limit for each service,
 * because a thousand rooms with one mistake would log a thousand lines a second.
 */
@NullMarked
package io.github.freestep.problem;

import org.jspecify.annotations.NullMarked;
