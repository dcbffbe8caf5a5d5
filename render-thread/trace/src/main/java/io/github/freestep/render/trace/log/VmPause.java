package io.github.freestep.render.trace.log;

/**
 * A time in which the virtual machine paused all threads.
 *
 * @param startNanos when it began, in nanoseconds of the states' clock
 * @param lengthNanos how long it took
 * @param reason why it paused them
 */
public record VmPause(long startNanos, long lengthNanos, String reason) {}
