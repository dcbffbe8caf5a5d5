/**
 * Finds calls of the user's code that do not return. The thread that calls marks each call in its {@link UserCode}, and
 * the thread {@code freestep-watchdog} samples these marks, so that the physics thread pays for no clock and no fence.
 *
 * <p>{@link HangCheck} decides from the samples whether a call hangs. {@link HangWatch} reports it with the stack of
 * the thread, and lets the {@link Suspect} free what waits for the call. {@link Watchdog} has the thread, which all
 * services of the process share. The class {@code HangWatches} of the package {@code physics} says what a service lets
 * watch, and where its reports go.
 *
 * <p>All calls of a world, an input source, a feed, a command, a callback or a handler are watched, but not those of a
 * clock, because a wait is a call of a clock as well.
 */
package io.github.freestep.physics.watch;
