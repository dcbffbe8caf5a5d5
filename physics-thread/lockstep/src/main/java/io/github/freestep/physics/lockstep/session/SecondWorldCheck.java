package io.github.freestep.physics.lockstep.session;

import io.github.freestep.internal.query.StateDifference;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether the second world computes the same as the world of the match. After a right guess, the second world
 * must come to the same state again, if it is restored from the match and steps the same ticks. For the thread of the
 * prediction. Allocates only what it returns.
 */
final class SecondWorldCheck {
    private final ArrivedFrames arrived;
    private final StateDifference values;
    private final StateReader before;
    private final StateReader after;

    /** The wrong guesses that the newest correction knew; -1 after a guess that {@code arrived} cannot check. */
    private long known;

    private boolean isRight;

    SecondWorldCheck(StateBuffer second, ArrivedFrames arrived) {
        this.arrived = arrived;
        values = new StateDifference(second.layout(), "the match", "the second world");
        before = second.reader();
        after = second.reader();
    }

    /** Notes a guess whose error {@code arrived} does not count. */
    void stray() {
        known = -1;
    }

    /** Begins a correction. */
    void begin() {
        before.acquire();
        // Before the steps, so that they use every frame that is counted here.
        long wrong = arrived.wrong;
        isRight = known == wrong;
        known = wrong;
    }

    /** Whether no guess was wrong since the correction before this one. Call it after the steps. */
    boolean isRight() {
        return isRight && known == arrived.comingWrong;
    }

    /**
     * Compares the state before a correction of nothing with that after it. Returns the first difference; null if there
     * is none, or if the two states are not of the same tick.
     */
    @Nullable String difference() {
        after.acquire();
        if (before.size() == 0 || after.size() == 0) {
            return null;
        }
        State was = before.state(0);
        State is = after.state(0);
        // While ticks are caught up, not every state is published.
        if (was.tick() != is.tick()) {
            return null;
        }
        String what = values.between(is, was);
        return what == null ? null : "tick " + is.tick() + ": " + what;
    }
}
