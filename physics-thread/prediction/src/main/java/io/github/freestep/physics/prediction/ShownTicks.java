package io.github.freestep.physics.prediction;

import io.github.freestep.physics.journal.KeyframeSource;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows each state of a predicted world, right after it was published. For the thread that steps that world, except
 * {@link #states}, {@link #corrections} and {@link #correctionDistance}.
 */
public final class ShownTicks implements KeyframeSource {
    private final BooleanSupplier takesCorrected;
    private final StateReader reader;
    private final ShownStates shown;
    private boolean hasShown;

    /** The newest tick that was stepped again, and not compared yet; -1 if there is none. */
    private long correctedTick = -1;

    /**
     * Creates a source that the journal calls after each tick.
     *
     * @param truth the states of the predicted world
     * @param takesCorrected returns whether ticks were stepped again since the last call, so that their states may jump
     */
    public ShownTicks(StateBuffer truth, BooleanSupplier takesCorrected, ShownOptions options) {
        this.takesCorrected = takesCorrected;
        reader = truth.reader();
        shown = new ShownStates(
                truth.layout(),
                truth.window(),
                truth.clock(),
                truth.isInline(),
                options.halfLifeNanos(),
                options.snapDistance());
    }

    /** Returns the states without jumps. */
    public StateBuffer states() {
        return shown.states();
    }

    /** Returns in how many corrections any body had another pose than was shown. */
    public long corrections() {
        return shown.corrections();
    }

    /** Returns how far the newest correction has moved the body that it has moved most. */
    public double correctionDistance() {
        return shown.largestCorrection();
    }

    /** Sets whether the states from the next one on show no bodies. */
    public void hide(boolean all) {
        shown.hide(all);
    }

    @Override
    public boolean isDue(long tick) {
        return true;
    }

    @Override
    public @Nullable Object save(long tick) {
        if (takesCorrected.getAsBoolean()) {
            correctedTick = tick - 1;
        }
        // While ticks are caught up, not every state is published.
        if (reader.acquire()) {
            State newest = reader.state(0);
            if (hasShown && correctedTick >= 0) {
                shown.correct(newest.tick() == correctedTick ? newest : reader.state(1));
            }
            correctedTick = -1;
            shown.follow(newest);
            hasShown = true;
        }
        return null;
    }
}
