package io.github.freestep.render;

import io.github.freestep.state.StateLayout;
import java.time.Duration;

/**
 * How much memory a {@link StateHistory} allocates.
 *
 * @param last the time span of the history
 * @param rate the number of states in a second
 */
record HistorySize(StateLayout layout, Duration last, int rate) {
    static final double SECOND_NANOS = 1e9;
    private static final double MOST_STATES = 1_000_000;

    /**
     * Reserved for a body in each compact state. A body takes about 5 bytes in slow and steady motion, 6 to 7 if it
     * often changes its direction, and 8 to 9 in fast or irregular motion.
     */
    private static final long BODY_BYTES = 4;

    /** Reserved for a channel of a body: about what it takes if it changes in each state. */
    private static final long CHANNEL_BYTES = 3;

    /** For the header of a state. */
    private static final long STATE_BYTES = 64;

    /** Up to this size, all of that is reserved, and beyond it only half. */
    private static final long SMALL_BYTES = 4 << 20;

    private static final long LEAST_BYTES = 1 << 16;

    /** Whether there are states that are not kept to the last bit. */
    boolean isLong() {
        return seconds() > 1;
    }

    /** The states of the newest second, and the one before it. */
    int exactStates() {
        return (int) Math.ceil(Math.min(1, seconds()) * rate) + 2;
    }

    /**
     * The greatest number of compact states.
     *
     * @throws IllegalArgumentException if it is too great
     */
    int compactStates() {
        double all = Math.ceil(seconds() * rate) + 2;
        if (all > MOST_STATES) {
            throw new IllegalArgumentException("last times rate must be at most " + (long) MOST_STATES + " states, was "
                    + last + " times " + rate + " per second; choose a shorter time");
        }
        return (int) all;
    }

    /**
     * The memory of compact states. If they need more, the history reaches back less far. Large memory is for worlds in
     * which few bodies move at a time: a minute of a pile of 1,000 boxes takes 1.55 bytes for each box and state.
     * Rejected: 9 bytes, so that bodies that never rest reach the whole span. Most worlds would not use a quarter of
     * it.
     */
    int compactBytes() {
        long channels =
                layout.linearChannels().size() + layout.steppedChannels().size();
        long state = STATE_BYTES + layout.capacity() * (BODY_BYTES + channels * CHANNEL_BYTES);
        long moving = state * compactStates();
        long usual = Math.max(moving / 2, Math.min(moving, SMALL_BYTES));
        return (int) Math.min(Integer.MAX_VALUE / 2, Math.max(LEAST_BYTES, usual));
    }

    private double seconds() {
        return last.getSeconds() + last.getNano() / SECOND_NANOS;
    }
}
