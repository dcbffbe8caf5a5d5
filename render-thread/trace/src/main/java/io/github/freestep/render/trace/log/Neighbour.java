package io.github.freestep.render.trace.log;

/**
 * What happened beside the frames, and may explain uneven motion: a failed step, a waiting thread, a compilation, busy
 * processors.
 *
 * @param startNanos when it began, in nanoseconds of the states' clock
 * @param endNanos when it ended
 * @param text what happened, as a part of a sentence
 */
public record Neighbour(long startNanos, long endNanos, String text) {}
