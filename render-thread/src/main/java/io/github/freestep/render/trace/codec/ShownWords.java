package io.github.freestep.render.trace.codec;

/** The words that say what a frame showed. Stateless. */
public final class ShownWords {
    /** The simulation time shown. */
    public static final int SHOWN = 0;

    /** The simulation time without the delay. */
    public static final int CURRENT = 1;

    /** The bits of alpha. */
    public static final int ALPHA = 2;

    /** The delay. */
    public static final int DELAY = 3;

    /** Flags: see below. */
    public static final int FLAGS = 4;

    /** The number of words. */
    public static final int COUNT = 5;

    /** The frame shows something. */
    public static final int HAS_STATE = 1;

    /** The frame continued motion beyond the newest state. */
    public static final int BRIDGED = 2;

    /** Time is paused. */
    public static final int PAUSED = 4;

    private ShownWords() {}

    /** Makes the flags. */
    public static int flags(boolean hasState, boolean bridged, boolean paused) {
        return (hasState ? HAS_STATE : 0) | (bridged ? BRIDGED : 0) | (paused ? PAUSED : 0);
    }

    /** Adds the words of a frame to a digest. */
    public static int digest(int before, long[] words) {
        long sum = before;
        for (long word : words) {
            sum = (sum ^ word) * 0x9E37_79B9_7F4A_7C15L;
            sum ^= sum >>> 32;
        }
        return (int) sum;
    }
}
