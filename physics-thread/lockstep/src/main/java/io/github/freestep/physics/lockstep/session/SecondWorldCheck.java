package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.journal.StateDifference;
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

    /** The wrong guesses that the newest correction knew; negative if there is another error that it did not know. */
    private long known;

    private boolean isRight;

    SecondWorldCheck(StateBuffer second, ArrivedFrames arrived) {
        this.arrived = arrived;
        values = new StateDifference(second.layout(), "the match", "the second world");
        before = second.reader();
        after = second.reader();
    }

    /** Notes that a tick was stepped with a guess that may be wrong without notice. */
    void stray() {
        known = -1;
    }

    /** Begins a correction. */
    void begin() {
        before.acquire();
        isRight = known >= 0;
        long knownBefore = known;
        // Before the steps, so that these have the frames of all guesses that it counts.
        known = arrived.wrong();
        isRight &= known == knownBefore;
    }

    /**
     * Ends a correction.
     *
     * @return whether all guesses up to now were right, so that it corrected nothing
     */
    boolean isRight() {
        return isRight && known == arrived.comingWrong();
    }

    /** Compares the state before a correction of nothing with that after it. Returns null if they are the same. */
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
