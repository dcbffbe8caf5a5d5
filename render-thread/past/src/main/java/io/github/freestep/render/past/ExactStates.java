package io.github.freestep.render.past;

import io.github.freestep.internal.BufferInside;
import io.github.freestep.internal.Inside;
import io.github.freestep.internal.StateInside;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import java.util.Arrays;

/**
 * A ring of copies of the newest states of a buffer. Has everything of a state: poses, channels, epochs, attachments,
 * anchor and versions, to the last bit. For one thread at a time. Allocates nothing once made.
 *
 * <p>States are numbered in the order in which they were taken. A state that takes the place of another one, as after
 * a change of the world in a pause, takes its number, too.
 */
final class ExactStates {
    private final BufferInside<State> buffer;
    private final State[] copies;

    /** By place in the ring: the simulation time, so that a search reads one array and not all states. */
    private final long[] times;

    /** The number of the oldest state that is kept. */
    private long first;

    /** One more than the number of the newest state. */
    private long end;

    /** How often states had left the window before {@link #take} was called. */
    long missed;

    /** Allocates a ring for the states of a buffer, of which the newest {@code count} are kept, from 2. */
    ExactStates(StateBuffer states, int count) {
        buffer = Inside.of(states);
        copies = new State[count];
        Arrays.setAll(copies, i -> buffer.newCopy());
        times = new long[count];
    }

    /** Copies the states of a window, which a reader has acquired, that are newer than those taken before. */
    void take(StateReader window) {
        for (int age = window.size() - 1; age >= 0; age--) {
            State state = window.state(age);
            if (isEmpty() || state.tick() > newest().tick()) {
                add(state, age < window.size() - 1);
            } else if (state.tick() == newest().tick()) {
                buffer.copy(state, newest());
            }
        }
    }

    /** Copies a state. If the window has the state before it, too, that one is here in its last edition. */
    private void add(State state, boolean hasPredecessor) {
        if (!isEmpty()) {
            long edition = StateInside.edition(hasPredecessor ? state : newest());
            missed += StateInside.follows(state, newest().tick(), edition) ? 0 : 1;
            if (state.simulationNanos() < newestNanos()) {
                // Time has gone back, as in a replay that seeks. An instant would have two states.
                first = end;
            }
        }
        int place = place(end);
        buffer.copy(state, copies[place]);
        times[place] = state.simulationNanos();
        end++;
        first = Math.max(first, end - copies.length);
    }

    private int place(long number) {
        return (int) (number % copies.length);
    }

    /** Whether no state was taken. */
    boolean isEmpty() {
        return first == end;
    }

    /** Returns the number of the last state that time had reached at an instant, not before the oldest state. */
    long reached(long simulationNanos) {
        long low = first;
        long high = end - 1;
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            if (times[place(middle)] <= simulationNanos) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Returns a state by its number, from the oldest to the newest. Valid until the next {@link #take}. */
    State state(long number) {
        return copies[place(number)];
    }

    /**
     * Whether the state that was published right after a kept one is kept, too, so that a picture may move to the next
     * number. It is not if the given state is the newest, or if states were missed after it.
     */
    boolean hasNext(long number) {
        long tick = state(number).tick();
        return number < end - 1 && StateInside.predecessorTick(state(number + 1)) == tick;
    }

    /** The newest state, valid until the next {@link #take}. There must be one. */
    State newest() {
        return copies[place(end - 1)];
    }

    /** The simulation time of the oldest state. There must be one. */
    long oldestNanos() {
        return times[place(first)];
    }

    /** The simulation time of the newest state. There must be one. */
    long newestNanos() {
        return times[place(end - 1)];
    }

    /** The bytes that one copy of a state takes. */
    static long stateBytes(StateBuffer states) {
        return Inside.<BufferInside<State>>of(states).copyBytes() + Long.BYTES;
    }
}
