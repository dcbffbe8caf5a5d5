package io.github.freestep.render;

import io.github.freestep.history.CompactStates;
import io.github.freestep.internal.StateInside;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;

/** Appends the states of a reader's window to the compact ones. For one thread at a time. Allocates nothing. */
final class WindowKeeper {
    private final CompactStates kept;
    private final TimeAnchor anchor = new TimeAnchor();
    private final TimeAnchor next = new TimeAnchor();
    private long tick = State.NO_TICK;
    private long edition;

    /** Only the thread that takes states writes it. */
    private volatile long missed;

    WindowKeeper(CompactStates kept) {
        this.kept = kept;
    }

    /**
     * Appends the states of a window that are new, and again those that were replaced since. The newest state may be
     * replaced often in a pause, and each edition would take the memory of a state. So its editions after the first
     * wait until there is a later state.
     *
     * @param all whether to append the present edition of the newest state, too
     */
    void take(StateReader window, boolean all) {
        for (int age = window.size() - 1; age >= 0; age--) {
            State state = window.state(age);
            state.anchor(next);
            boolean isNew = state.tick() > tick;
            boolean isOther = state.tick() == tick && (StateInside.edition(state) != edition || !next.same(anchor));
            if (isNew && tick != State.NO_TICK) {
                // If the window has the state before, that one was taken in its last edition.
                long before = age < window.size() - 1 ? StateInside.edition(state) : edition;
                missed += StateInside.follows(state, tick, before) ? 0 : 1;
            }
            if (isNew || isOther && (all || age > 0)) {
                kept.append(state);
                tick = state.tick();
                edition = StateInside.edition(state);
                anchor.set(next);
            }
        }
    }

    /** How often states had left the window, or were replaced, before they were taken. For any thread. */
    long missed() {
        return missed;
    }
}
