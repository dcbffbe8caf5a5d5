package io.github.freestep.render.picture;

import io.github.freestep.state.State;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.content.StateInside;

/**
 * The states that have come since the last picture, and which bodies they changed. For one reader; allocates nothing.
 */
final class NewStates {
    private final State[] states = new State[StatePublisher.MAX_WINDOW];
    private int count;

    /** Whether these are all states since the last picture. If not, any body may have changed. */
    private boolean isComplete;

    /** The tick of the newer state of the last picture's bracket. */
    private long tick = State.NO_TICK;

    /** The edition of that state. */
    private long edition;

    /**
     * Finds the states from the last picture to the next one.
     *
     * @param newer the newer state of the next picture's bracket
     */
    void follow(StateWindow window, State newer) {
        int age = 0;
        while (window.state(age) != newer) {
            age++;
        }
        count = 0;
        long next = newer.tick();
        // In a history's window, states between the two may be missing.
        for (; next > tick && age < window.size() && window.state(age).tick() == next; age++) {
            states[count++] = window.state(age);
            next = StateInside.predecessorTick(window.state(age));
        }
        // If a state was replaced in between, what has changed since then is not what has changed since the
        // last picture.
        isComplete = next == tick && StateInside.edition(newer) == edition;
        tick = newer.tick();
        edition = StateInside.edition(newer);
    }

    /** A bit for each slot of a block that may have changed in these states. */
    long changedSlots(int block) {
        long changed = isComplete ? 0 : -1;
        for (int i = 0; i < count; i++) {
            changed |= StateInside.changedSlots(states[i], block);
        }
        return changed;
    }
}
