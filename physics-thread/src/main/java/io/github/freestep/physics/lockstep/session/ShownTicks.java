package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.Physics;
import io.github.freestep.physics.journal.KeyframeSource;
import io.github.freestep.physics.prediction.ShownStates;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import org.jspecify.annotations.Nullable;

/**
 * Shows each state of the second world, right after it was published. For the thread that steps that world, except
 * {@link #states} and {@link #correctionDistance}.
 */
final class ShownTicks implements KeyframeSource {
    private final PredictedFeed feed;
    private final StateReader reader;
    private final ShownStates shown;
    private volatile double correctionDistance;
    private boolean hasShown;

    /** The newest tick that was stepped again, and not compared yet; -1 if there is none. */
    private long correctedTick = -1;

    ShownTicks(Physics physics, PredictedFeed feed, long halfLifeNanos, double snapDistance) {
        this.feed = feed;
        reader = physics.states().reader();
        shown = new ShownStates(
                physics.states().layout(),
                physics.states().window(),
                physics.clock(),
                physics.states().isInline(),
                halfLifeNanos,
                snapDistance);
    }

    StateBuffer states() {
        return shown.states();
    }

    /** Returns how far the newest correction has moved the body that it has moved most. */
    double correctionDistance() {
        return correctionDistance;
    }

    @Override
    public boolean isDue(long tick) {
        return true;
    }

    @Override
    public @Nullable Object save(long tick) {
        if (feed.takeCorrected()) {
            correctedTick = tick - 1;
        }
        // While ticks are caught up, not every state is published.
        if (reader.acquire()) {
            State newest = reader.state(0);
            if (hasShown && correctedTick >= 0) {
                shown.correct(newest.tick() == correctedTick ? newest : reader.state(1));
                correctionDistance = shown.largestCorrection();
            }
            correctedTick = -1;
            shown.follow(newest);
            hasShown = true;
        }
        return null;
    }
}
