package io.github.freestep.render.trace.log;

import org.jspecify.annotations.Nullable;

/**
 * A time in which the virtual machine paused all threads.
 *
 * @param startNanos when it began, in nanoseconds of the states' clock
 * @param lengthNanos how long it took
 * @param operation for what; null for the garbage collector
 */
@SuppressWarnings("exports")
public record VmPause(
        long startNanos, long lengthNanos, @Nullable String operation) {}
