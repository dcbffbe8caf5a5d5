package io.github.freestep.net.wire;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The states of which pieces have arrived, and which are not published yet. For one thread. */
final class PendingStates {
    /** The number of states at a time. Enough for a link whose delays vary by 150 ms, at 100 states per second. */
    private static final int STATES = 16;

    private final PendingState[] states = new PendingState[STATES];

    /** The newest state that is done; in use while its sender may leave out later ones, whose copies it becomes. */
    PendingState rest;

    PendingStates(ReceivedBlocks received) {
        Arrays.setAll(states, i -> new PendingState(received));
        rest = new PendingState(received);
    }

    void clear() {
        for (PendingState state : states) {
            state.used = false;
        }
        rest.used = false;
        rest.state = 0;
    }

    /** Notes that a state is done. Returns whether it is the newest one. */
    boolean release(PendingState done) {
        boolean isNewest = rest.isBefore(done);
        for (int i = 0; i < STATES && isNewest; i++) {
            states[i] = states[i] == done ? rest : states[i];
        }
        rest.used &= !isNewest;
        rest = isNewest ? done : rest;
        done.used = isNewest && done.rests && !done.anchor.isPaused();
        return isNewest;
    }

    /** The state to which a piece belongs; null if this is its first piece. */
    @Nullable PendingState find(PieceHeader header) {
        for (PendingState state : states) {
            if (state.has(header)) {
                return state;
            }
        }
        return null;
    }

    /** An unused place; null if there is none. */
    @Nullable PendingState free() {
        for (PendingState state : states) {
            if (!state.used) {
                return state;
            }
        }
        return null;
    }

    /** The state that was encoded first; null if there is none. */
    @Nullable PendingState oldest() {
        PendingState oldest = null;
        for (PendingState state : states) {
            if (state.used && (oldest == null || state.isBefore(oldest))) {
                oldest = state;
            }
        }
        return oldest;
    }

    /** The number of states that were encoded later. */
    int after(PendingState one) {
        int count = 0;
        for (PendingState state : states) {
            count += state.used && one.isBefore(state) ? 1 : 0;
        }
        return count;
    }

    /** Whether the same tick has come again, with all of its pieces. */
    boolean hasCompleteCopy(PendingState one) {
        for (PendingState state : states) {
            if (state.used && state.tick == one.tick && one.isBefore(state) && state.isComplete()) {
                return true;
            }
        }
        return false;
    }
}
