package io.github.freestep.physics.prediction;

import io.github.freestep.physics.journal.KeyframeSource;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import org.jspecify.annotations.Nullable;

/** Shows each state of a predicted world, right after it was published. */
public final class ShownTicks extends ShownStates implements KeyframeSource {
    private final StateReader reader;

    /** The newest tick that was stepped again, and not compared yet; -1 if there is none. */
    private long correctedTick = -1;

    /**
     * Creates a source that the journal calls after each tick.
     *
     * @param truth the states of the predicted world
     */
    public ShownTicks(StateBuffer truth, ShownOptions options) {
        super(
                truth.layout(),
                truth.window(),
                truth.clock(),
                truth.isInline(),
                options.halfLifeNanos(),
                options.snapDistance());
        reader = truth.reader();
    }

    /** Notes that the ticks up to this one were stepped again, so that their states may jump. */
    public void corrected(long tick) {
        correctedTick = tick;
    }

    @Override
    public boolean isDue(long tick) {
        return true;
    }

    @Override
    public @Nullable Object save(long tick) {
        // While ticks are caught up, not every state is published.
        if (reader.acquire()) {
            State newest = reader.state(0);
            if (shownTick != State.NO_TICK && correctedTick >= 0) {
                correct(newest.tick() == correctedTick ? newest : reader.state(1));
            }
            correctedTick = -1;
            follow(newest);
        }
        return null;
    }
}
