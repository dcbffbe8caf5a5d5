package io.github.freestep.physics;

import io.github.freestep.state.Bodies;

/**
 * Where an {@link InputFeed} tells the input of a tick: how axes stand at its beginning, then what comes during it. For the
 * physics thread, during {@link InputFeed#feed}; allocates nothing, never blocks.
 */
public final class FedInput {
    private final InputFeed feed;
    private final Input input;
    private boolean open;
    private double fraction;

    FedInput(InputFeed feed, Input input) {
        this.feed = feed;
        this.input = input;
    }

    /**
     * An axis stands elsewhere from the beginning of this tick, as if it was polled. It holds until it is told otherwise.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number
     * @throws IllegalArgumentException for another axis or value
     * @throws IllegalStateException after {@link #axis} or {@link #edge}, or outside {@link InputFeed#feed}
     */
    public void level(int axis, float value) {
        requireOpen();
        InputPort.requireAxis(axis, input.axes());
        InputPort.requireFinite(value);
        if (input.size() > 0) {
            throw new IllegalStateException("axis " + axis
                    + " stands elsewhere from the beginning of the tick, and something in the middle of it"
                    + " was told already; tell levels first");
        }
        input.level(axis, value);
    }

    /**
     * An axis comes to stand elsewhere during this tick.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number
     * @param atFraction when in the tick's span, from 0 to 1; no less than what was told before it
     * @throws IllegalArgumentException for another axis, value or fraction, or if there is no room for so many
     * @throws IllegalStateException outside {@link InputFeed#feed}
     */
    public void axis(int axis, float value, double atFraction) {
        InputPort.requireAxis(axis, input.axes());
        add(false, axis, value, atFraction);
    }

    /**
     * Something happens once during this tick.
     *
     * @param code what it is
     * @param value any finite number
     * @param atFraction when in the tick's span, from 0 to 1; no less than what was told before it
     * @throws IllegalArgumentException for another value or fraction, or if there is no room for so many
     * @throws IllegalStateException outside {@link InputFeed#feed}
     */
    public void edge(int code, float value, double atFraction) {
        add(true, code, value, atFraction);
    }

    private void add(boolean edge, int code, float value, double atFraction) {
        requireOpen();
        InputPort.requireFinite(value);
        if (!(atFraction >= fraction && atFraction <= 1)) {
            throw new IllegalArgumentException("an input comes at a fraction of its tick from " + fraction
                    + ", that of the one before it, to 1, and not at " + atFraction);
        }
        fraction = atFraction;
        input.add(edge, code, value, atFraction);
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException("this tick has its input; tell it in the call that asks for it");
        }
    }

    boolean ready(long tick) {
        return feed.ready(tick);
    }

    /** What the feed tells of a tick. */
    Input take(long tick, Bodies bodies) {
        input.begin();
        fraction = 0;
        open = true;
        try {
            feed.feed(tick, bodies, this);
        } finally {
            open = false;
        }
        return input;
    }
}
