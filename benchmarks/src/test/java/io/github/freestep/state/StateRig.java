package io.github.freestep.state;

/** Does to a state what no publisher ever would. */
public final class StateRig {
    private StateRig() {}

    public static void follow(State state, long tick) {
        state.predecessorTick = tick;
    }

    public static void rename(State state, long tick) {
        state.tick = tick;
    }
}
