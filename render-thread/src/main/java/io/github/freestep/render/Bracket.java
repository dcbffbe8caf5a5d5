package io.github.freestep.render;

import io.github.freestep.state.State;

/** Finds the two states of a window around a time, and the position between them. For one reader; allocates nothing. */
final class Bracket {
    State older;
    State newer;
    double alpha;

    /**
     * Whether the time is beyond the newest state by more than the gap between the newest two. Alpha would then be
     * above 2, and is limited to 2.
     */
    boolean outOfReach;

    /**
     * Finds the two states around a time that is not before the oldest state. For a time beyond the newest state it
     * takes the newest two; alpha is then above 1 and at most 2. A single state is both the older and the newer one.
     */
    void find(StateWindow window, long simulationNanos) {
        int age = 0;
        int last = window.size() - 1;
        while (age < last && window.state(age).simulationNanos() > simulationNanos) {
            age++;
        }
        boolean beyond = age == 0 && window.state(0).simulationNanos() < simulationNanos && last > 0;
        older = window.state(beyond ? 1 : age);
        newer = window.state(beyond ? 0 : Math.max(0, age - 1));
        double gap = newer.simulationNanos() - older.simulationNanos();
        double unbounded = gap == 0 ? 0 : Math.max(0, (simulationNanos - older.simulationNanos()) / gap);
        alpha = Math.min(2, unbounded);
        outOfReach = unbounded > 2;
    }

    /** The last state that the picture has reached. It decides which slots have a body. */
    State reached() {
        return alpha >= 1 ? newer : older;
    }
}
