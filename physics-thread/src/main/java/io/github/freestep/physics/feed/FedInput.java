package io.github.freestep.physics.feed;

import io.github.freestep.internal.HasInside;
import io.github.freestep.internal.Ranges;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.TickInput;
import io.github.freestep.physics.feed.past.Past;
import io.github.freestep.physics.input.InputQueue;
import io.github.freestep.physics.input.InputValues;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes the input of one tick from an {@link InputFeed}: first the axes at its beginning, then actions and changes of
 * axes during it. For the physics thread, during {@link InputFeed#feed}. Never blocks. Allocates only when a tick has
 * more inputs than any before. See the example of {@link InputFeed}.
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class FedInput extends HasInside<@Nullable Past<FedInput>> {
    /** Runs the commands of a feed. */
    interface Commands {
        void run(Command command) throws Exception;
    }

    private final InputValues input;
    private final Commands commands;

    /** Whether a feed may fill this; always true for the input of past ticks, which is never closed. */
    private boolean isOpen = true;

    /** Whether {@link #cameAt} was called for this tick. */
    boolean hasCome;

    long cameNanos;

    /**
     * Creates the input of ticks, which a feed may fill until {@link #close}.
     *
     * @param past steps past ticks again; null in the input of a past tick, which cannot step others
     */
    @SuppressWarnings("NullAway")
    FedInput(InputValues input, Commands commands, @Nullable Past<FedInput> past) {
        super(past);
        this.input = input;
        this.commands = commands;
    }

    /**
     * Sets the value of an axis at the beginning of this tick, as a poll would. It holds until the next value.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number, in the unit that the device reports
     * @throws IllegalArgumentException if the axis is not declared, or the value is NaN or infinite
     * @throws IllegalStateException if the tick already has an action or a change with a fraction; or outside
     *     {@link InputFeed#feed}
     */
    public void axis(int axis, float value) {
        requireOpen();
        InputQueue.requireAxis(axis, input.axes());
        Ranges.requireFinite(value);
        if (input.size > 0) {
            throw new IllegalStateException("axis(axis, value) must be called before axis(axis, value, atFraction)"
                    + " and action(); this tick already has " + input.size + " of these, axis was " + axis);
        }
        input.level(axis, value);
    }

    /**
     * Changes the value of an axis during this tick.
     *
     * @param axis from 0, below the number of axes
     * @param value any finite number, in the unit that the device reports
     * @param atFraction the time as a fraction of the tick's span, from 0 to 1, at least that of the previous input
     * @throws IllegalArgumentException if the axis is not declared; if the value is NaN or infinite; if the fraction is
     *     out of range; or if the tick has {@link PhysicsBuilder#inputCapacity} inputs already
     * @throws IllegalStateException outside {@link InputFeed#feed}
     */
    public void axis(int axis, float value, double atFraction) {
        InputQueue.requireAxis(axis, input.axes());
        add(false, axis, value, atFraction);
    }

    /**
     * Adds an action, which happens once during this tick.
     *
     * @param code what happened
     * @param value any finite number
     * @param atFraction the time as a fraction of the tick's span, from 0 to 1, at least that of the previous input
     * @throws IllegalArgumentException if the value is NaN or infinite; if the fraction is out of range; or if the tick
     *     has {@link PhysicsBuilder#inputCapacity} inputs already
     * @throws IllegalStateException outside {@link InputFeed#feed}
     */
    public void action(int code, float value, double atFraction) {
        add(true, code, value, atFraction);
    }

    /**
     * Runs a command at once, as if it had been submitted before this tick. Use it to spawn, remove and teleport
     * bodies. A recording contains it like any other command.
     *
     * @param command the command to run
     * @throws Exception if the command throws; if the feed does not catch it, the service stops
     * @throws IllegalStateException if the tick already has an action or a change with a fraction; or outside
     *     {@link InputFeed#feed}
     */
    public void run(Command command) throws Exception {
        requireOpen();
        Objects.requireNonNull(command, "command must not be null");
        if (input.size > 0) {
            throw new IllegalStateException("run() must be called before axis(axis, value, atFraction)"
                    + " and action(); this tick already has " + input.size + " of these");
        }
        commands.run(command);
    }

    /**
     * Notes that a player takes part from this tick on, for {@link TickInput#hasJoined}.
     *
     * @param player from 0, below {@link TickInput#MAX_PLAYERS}
     * @throws IllegalArgumentException if there is no such player
     * @throws IllegalStateException outside {@link InputFeed#feed}
     */
    public void joins(int player) {
        requireOpen();
        input.joined |= bit(player);
    }

    /**
     * Notes that a player no longer takes part from this tick on, for {@link TickInput#hasLeft}.
     *
     * @param player from 0, below {@link TickInput#MAX_PLAYERS}
     * @throws IllegalArgumentException if there is no such player
     * @throws IllegalStateException outside {@link InputFeed#feed}
     */
    public void leaves(int player) {
        requireOpen();
        input.left |= bit(player);
    }

    /**
     * Notes when the input of this tick came, or the earliest of several, for {@link
     * io.github.freestep.state.State#inputNanos}, so that frames know how long it took to show. Without this call,
     * actions count as if they came at their tick's due time, and axes do not count.
     *
     * @param nanos a reading of the run's clock
     * @throws IllegalStateException outside {@link InputFeed#feed}
     */
    public void cameAt(long nanos) {
        requireOpen();
        cameNanos = nanos;
        hasCome = true;
    }

    private static int bit(int player) {
        return 1 << Ranges.require(0, TickInput.MAX_PLAYERS - 1, player, "player", "");
    }

    private void add(boolean isAction, int code, float value, double atFraction) {
        requireOpen();
        Ranges.requireFinite(value);
        double before = input.size == 0 ? 0 : input.event(input.size - 1).fraction;
        if (!(atFraction >= before && atFraction <= 1)) {
            throw new IllegalArgumentException("atFraction must be between " + before
                    + " (the fraction of the previous input) and 1, was " + atFraction);
        }
        if (input.size == input.capacity) {
            throw new IllegalArgumentException("a feed must pass at most " + input.size + " inputs per tick, was "
                    + (input.size + 1) + "; raise inputCapacity");
        }
        input.add(isAction, code, value, atFraction);
    }

    private void requireOpen() {
        if (!isOpen) {
            throw new IllegalStateException("the input of this tick is complete;"
                    + " use a FedInput only during the call of feed() that it was passed to");
        }
    }

    /** Begins the input of a tick. */
    void open() {
        input.begin();
        hasCome = false;
        isOpen = true;
    }

    /** Ends the input of a tick. */
    void close() {
        isOpen = false;
    }
}
