/**
 * Reports to a person what broke, where, and what to do, because a game must not fail in silence while its code looks
 * at no failure. Each part that can fail reports a {@link Problem}, which is by default one line of the {@link
 * java.lang.System.Logger} named {@code io.github.freestep}. While nothing is wrong, nothing is logged.
 *
 * <p>The first problem of a kind is reported at once. After that, a service reports this kind at most once per second,
 * with the newest problem and the count of those that came meanwhile. Problems of one kind in several services are
 * reported together, with the name and the cause of each, at most ten times per second. So if a thousand rooms fail by
 * one mistake, the log has a few long lines, and a person still learns of each room. A daemon thread {@code
 * freestep-problems} reports them, because a log may block, and a physics thread must not wait for it. The thread
 * exists only while something waits. Every {@code close()} delivers what is due before it returns.
 *
 * <p>Rejected: a logging facade, because {@code System.Logger} reaches the one that the engine uses; lines without
 * stack traces, because whoever has only the log of a crashed player could not see who has called; and one limit for
 * all services, because it hides 38 of forty rooms that fail within a second.
 */
@NullMarked
package io.github.freestep.problem;

import org.jspecify.annotations.NullMarked;
