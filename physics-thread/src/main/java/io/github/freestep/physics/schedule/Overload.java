package io.github.freestep.physics.schedule;

import io.github.freestep.time.Ratio;

/**
 * The values of an {@code OverloadPolicy}, which says what each of them promises. Immutable.
 *
 * @param backlogTicks the largest backlog that is caught up at scale 1, in ticks; {@link #BY_CLAMP}; or
 *     {@link #UNLIMITED}, with which no time is dropped
 */
public record Overload(int backlogTicks) {
    /**
     * As many ticks as are in 250 ms. That is longer than most garbage collections, and shorter than what a player
     * takes for a freeze.
     */
    public static final int BY_CLAMP = 0;

    /** All ticks that are due. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private static final long CLAMP_MILLIS = 250;

    /** Returns whether time is dropped if the backlog is too large. */
    public boolean slips() {
        return backlogTicks != UNLIMITED;
    }

    /**
     * Returns the largest backlog in ticks at scale 1. It is at least 1, because otherwise no tick would
     * ever be stepped.
     */
    long maxBacklogTicks(Ratio rate) {
        return backlogTicks == BY_CLAMP
                ? Math.max(1, rate.numerator() * CLAMP_MILLIS / (rate.denominator() * 1_000))
                : backlogTicks;
    }
}
