package io.github.freestep.physics;

import java.util.Objects;

/**
 * Where an {@link InputFeed} tells the input of a tick: how axes stand at its beginning, then what comes during it. For the
 * physics thread, during {@link InputFeed#feed}; allocates nothing, never blocks.
 */
public final class FedInput {
    private final InputFeed feed;
    private final TickInput input;
    private final Core core;
    private boolean open;
    private double fraction;

    FedInput(InputFeed feed, TickInput input, Core core) {
        this.feed = feed;
        this.input = input;
        this.core = core;
    }

    /**
     * Sets the value of an axis from the beginning of this tick on, in the unit that the device reports, as if it was
     * polled. It holds until it is set again.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number
     * @throws IllegalArgumentException for another axis or value
     * @throws IllegalStateException after {@link #axis} or {@link #action}, or outside {@link InputFeed#feed}
     */
    public void axis(int axis, float value) {
        requireOpen();
        InputPort.requireAxis(axis, input.axes());
        InputPort.requireFinite(value);
        if (input.size() > 0) {
            throw new IllegalStateException("axis " + axis
                    + " must be set before any change within the tick, but one is there already;"
                    + " call level() before axis() and edge()");
        }
        input.level(axis, value);
    }

    /**
     * Changes the value of an axis during this tick, in the unit that the device reports.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number
     * @param atFraction the time as a fraction of the tick's span, from 0 to 1; not below that of the input before it
     * @throws IllegalArgumentException for another axis, value or fraction, or if there is no room for so many
     * @throws IllegalStateException outside {@link InputFeed#feed}
     */
    public void axis(int axis, float value, double atFraction) {
        InputPort.requireAxis(axis, input.axes());
        add(false, axis, value, atFraction);
    }

    /**
     * Adds an edge, something that happens once during this tick.
     *
     * @param code what it is
     * @param value any finite number
     * @param atFraction the time as a fraction of the tick's span, from 0 to 1; not below that of the input before it
     * @throws IllegalArgumentException for another value or fraction, or if there is no room for so many
     * @throws IllegalStateException outside {@link InputFeed#feed}
     */
    public void action(int code, float value, double atFraction) {
        add(true, code, value, atFraction);
    }

    /**
     * Runs a command at once, as if it had been submitted to run before this tick: for bodies to spawn, remove and
     * teleport. A recording has it like any other command.
     *
     * @param command to run
     * @throws Exception if it fails; unless it is caught, the service stops
     * @throws IllegalStateException after {@link #axis} or {@link #action}, or outside {@link InputFeed#feed}
     */
    public void run(Command command) throws Exception {
        requireOpen();
        Objects.requireNonNull(command, "command must not be null");
        if (input.size() > 0) {
            throw new IllegalStateException(
                    "a command must run before any input within the tick, but one is there already;"
                            + " call run() before axis() and edge()");
        }
        core.run(command);
    }

    private void add(boolean edge, int code, float value, double atFraction) {
        requireOpen();
        InputPort.requireFinite(value);
        if (!(atFraction >= fraction && atFraction <= 1)) {
            throw new IllegalArgumentException("atFraction must be between " + fraction
                    + ", that of the input before it, and 1, was " + atFraction);
        }
        fraction = atFraction;
        input.add(edge, code, value, atFraction);
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException("this tick has all its input already;"
                    + " use FedInput only within the call of feed() that it was passed to");
        }
    }

    boolean ready(long tick) throws Exception {
        return feed.ready(tick);
    }

    /** What the feed tells of a tick. */
    TickInput take(long tick) throws Exception {
        input.begin();
        fraction = 0;
        open = true;
        try {
            feed.feed(tick, this);
        } finally {
            open = false;
        }
        return input;
    }
}
