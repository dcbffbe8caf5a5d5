package io.github.freestep.physics.journal;

import io.github.freestep.physics.input.InputValues;
import io.github.freestep.time.TimeAnchor;

/**
 * Takes what enters a simulation and what results from it, in the order in which it happens. The physics thread calls
 * it, so no method may wait, allocate or throw. By default, it takes nothing.
 */
public interface RunLog extends KeyframeSource {
    /** Takes nothing. */
    RunLog NONE = new RunLog() {};

    /**
     * Whether anything reads the log. If not, what goes into it need not be computed.
     *
     * @return false if nothing reads it
     */
    default boolean isRead() {
        return false;
    }

    /**
     * Takes the input of a tick that is about to be stepped.
     *
     * @param tick the number of the tick
     * @param input the values of the axes and the inputs, valid during the call only
     */
    default void input(long tick, InputValues input) {}

    /**
     * Takes a command that is about to run, also one that is {@link Unrecorded}.
     *
     * @param tick the last finished tick
     * @param command the command as it was submitted
     */
    default void command(long tick, Object command) {}

    /**
     * Takes a new anchor of time.
     *
     * @param tick the last finished tick
     * @param anchor the new anchor of the timeline
     */
    default void time(long tick, TimeAnchor anchor) {}

    /**
     * Takes a fault.
     *
     * @param tick the tick whose step failed, or the last finished one if the fault was raised between ticks
     * @param failure the failure as it was reported
     */
    default void fault(long tick, Throwable failure) {}

    /**
     * Takes the hash of a tick's state.
     *
     * @param tick the number of the tick
     * @param hash the hash of its state
     */
    default void hash(long tick, long hash) {}

    /**
     * Takes the end of a tick.
     *
     * @param tick the number of the tick
     */
    default void tick(long tick) {}

    @Override
    default boolean isDue(long tick) {
        return false;
    }

    @Override
    default void save(long tick) {}

    /** Takes the end of the run. */
    default void end() {}
}
