package io.github.freestep.render.trace.log;

/**
 * What happened beside the frames, and may explain uneven motion.
 *
 * @param kind what kind of event it was
 * @param thread the identifier of the thread that did it; 0 or less if no thread of Java did
 * @param startNanos when it began, in nanoseconds of the states' clock
 * @param endNanos when it ended
 * @param text what happened, as a part of a sentence; of a sample, the class, the method and the line
 */
public record Neighbour(Kind kind, long thread, long startNanos, long endNanos, String text) {
    /** Kinds of events. */
    public enum Kind {
        /** A failed step, a compilation, busy processors. */
        OTHER,
        /** A thread waited, or read or wrote a file. */
        WAIT,
        /** A frame loop waited for the display or the GPU. */
        DISPLAY,
        /** Another service stepped. */
        STEP,
        /** Code called {@code System.gc()}. */
        REQUEST,
        /** The recorder saw where a thread was. */
        SAMPLE,
        /** The recorder saw what allocated. */
        ALLOCATION
    }
}
