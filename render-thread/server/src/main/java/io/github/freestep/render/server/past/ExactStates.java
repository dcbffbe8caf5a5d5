package io.github.freestep.render.server.past;

import io.github.freestep.internal.Inside;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.BufferInside;
import io.github.freestep.state.content.StateInside;
import java.util.ArrayDeque;

/**
 * Copies of the newest states of a buffer, for a span of simulation time, and of those that are held. A copy has
 * everything of a state: poses, channels, epochs, attachments, anchor and versions, to the last bit. For one thread at
 * a time. Once it has as many copies as it needs, it allocates nothing.
 *
 * <p>States are numbered in the order in which they were taken. A state that takes the place of another one, as after
 * a change of the world in a pause, takes its number, too.
 */
final class ExactStates {
    private final BufferInside<State> buffer;
    private final long keptNanos;
    private final long most;

    final StateSpan live = new StateSpan();

    /** Shares its states with the live ones until those have left. */
    private final StateSpan held = new StateSpan();

    /** Copies that are not in use. */
    private final ArrayDeque<State> spare = new ArrayDeque<>();

    /** How many copies there are. */
    long made;

    /** How often states had left the window before {@link #take} was called. */
    long missed;

    /**
     * Has no states yet.
     *
     * @param keptNanos how far the newest states reach back
     * @param most how many copies to make at most, from 2
     */
    ExactStates(StateBuffer states, long keptNanos, long most) {
        buffer = Inside.of(states);
        this.keptNanos = keptNanos;
        this.most = most;
    }

    /** Makes copies before they are needed. */
    void make(long count) {
        for (; made < count; made++) {
            spare.add(buffer.newCopy());
        }
    }

    /** Copies the states of a window, which a reader has acquired, that are newer than those taken before. */
    void take(StateReader window) {
        for (int age = window.size() - 1; age >= 0; age--) {
            State state = window.state(age);
            if (live.isEmpty() || state.tick() > live.newest().tick()) {
                add(state, age < window.size() - 1);
            } else if (state.tick() == live.newest().tick()) {
                buffer.copy(state, live.newest());
            }
        }
    }

    /** Copies a state. If the window has the state before it, too, that one is here in its last edition. */
    private void add(State state, boolean hasPredecessor) {
        if (!live.isEmpty()) {
            long edition = StateInside.edition(hasPredecessor ? state : live.newest());
            missed += StateInside.follows(state, live.newest().tick(), edition) ? 0 : 1;
            // If time has gone back, an instant would have two states.
            boolean hasGoneBack = state.simulationNanos() < live.newestNanos();
            long from = hasGoneBack ? Long.MAX_VALUE : state.simulationNanos() - keptNanos;
            while (!live.isEmpty() && (hasGoneBack || live.end - live.first > 1 && live.time(live.first + 1) <= from)) {
                removeOldest();
            }
        }
        if (spare.isEmpty() && made < most) {
            make(made + 1);
        }
        while (spare.isEmpty()) {
            if (live.isEmpty()) {
                release();
            } else {
                removeOldest();
            }
        }
        State copy = spare.remove();
        buffer.copy(state, copy);
        live.add(copy);
    }

    private void removeOldest() {
        boolean isHeld = held.has(live.first);
        State oldest = live.removeOldest();
        if (!isHeld) {
            spare.add(oldest);
        }
    }

    /** Holds all states that are kept now. */
    void hold() {
        release();
        held.set(live);
    }

    void release() {
        for (; !held.isEmpty(); ) {
            boolean isLive = live.has(held.first);
            State oldest = held.removeOldest();
            if (!isLive) {
                spare.add(oldest);
            }
        }
        held.clear();
    }

    /** Returns the held states if an instant is among them or before, else the newest ones. */
    StateSpan at(long simulationNanos) {
        return held.isEmpty() || simulationNanos > held.newestNanos() ? live : held;
    }

    /** The simulation time of the oldest state that can be shown. There must be one. */
    long oldestNanos() {
        return at(Long.MIN_VALUE).oldestNanos();
    }

    /** The bytes that one copy of a state takes. */
    static long stateBytes(StateBuffer states) {
        return Inside.<BufferInside<State>>of(states).copyBytes() + Long.BYTES;
    }
}
