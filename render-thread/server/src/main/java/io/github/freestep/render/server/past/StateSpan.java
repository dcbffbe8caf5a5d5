package io.github.freestep.render.server.past;

import io.github.freestep.state.State;
import io.github.freestep.state.content.StateInside;
import java.util.Arrays;

/** Copies of consecutive states, by their numbers. Allocates only when it has more states than ever before. */
final class StateSpan {
    private State[] states = new State[16];

    /** The simulation times, so that a search reads one array and not all states. */
    private long[] times = new long[16];

    /** The number of the oldest state. */
    long first;

    /** One more than the number of the newest state. */
    long end;

    private int place(long number) {
        return (int) (number % states.length);
    }

    /** Takes a state over as the newest. */
    void add(State state) {
        if (end - first == states.length) {
            StateSpan larger = new StateSpan();
            larger.states = new State[2 * states.length];
            larger.times = new long[2 * states.length];
            larger.set(this);
            states = larger.states;
            times = larger.times;
        }
        states[place(end)] = state;
        times[place(end)] = state.simulationNanos();
        end++;
    }

    /** Gives the oldest state away. */
    State removeOldest() {
        return states[place(first++)];
    }

    /** Has the same states as another one. */
    void set(StateSpan other) {
        first = other.first;
        end = other.first;
        for (long number = other.first; number < other.end; number++) {
            add(other.state(number));
        }
    }

    void clear() {
        first = end;
        Arrays.fill(states, null);
    }

    boolean isEmpty() {
        return first == end;
    }

    boolean has(long number) {
        return number >= first && number < end;
    }

    State state(long number) {
        return states[place(number)];
    }

    long time(long number) {
        return times[place(number)];
    }

    /** Returns the number of the last state that time had reached at an instant, not before the oldest state. */
    long reached(long simulationNanos) {
        long low = first;
        long high = end - 1;
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            if (time(middle) <= simulationNanos) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /**
     * Whether the state that was published right after a given one is here, too, so that a picture may move to the next
     * number. It is not if the given state is the newest, or if states were missed after it.
     */
    boolean hasNext(long number) {
        long tick = state(number).tick();
        return number < end - 1 && StateInside.predecessorTick(state(number + 1)) == tick;
    }

    /** There must be a state. */
    State newest() {
        return state(end - 1);
    }

    /** The simulation time of the oldest state. There must be one. */
    long oldestNanos() {
        return time(first);
    }

    /** The simulation time of the newest state. There must be one. */
    long newestNanos() {
        return time(end - 1);
    }
}
