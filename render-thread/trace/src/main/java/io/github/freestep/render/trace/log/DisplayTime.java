package io.github.freestep.render.trace.log;

/**
 * When the display showed a frame.
 *
 * @param number the number of the frame
 * @param nanos nanoseconds of the states' clock
 */
public record DisplayTime(long number, long nanos) implements MotionEntry {}
