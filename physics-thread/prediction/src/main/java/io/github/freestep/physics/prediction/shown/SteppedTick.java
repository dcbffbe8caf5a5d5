package io.github.freestep.physics.prediction.shown;

import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;

/**
 * A tick that was stepped for one frame: the world before and after it, and the share of it that has passed at the time
 * of the frame. Keeps both states until the next frame. For one thread; allocates nothing once made.
 */
public final class SteppedTick {
    private final StateReader before;
    private final StateReader after;

    /** The share of the tick that has passed, from 0 to 1. */
    double share;

    /** Creates a tick of a world. */
    public SteppedTick(StateBuffer world) {
        before = world.reader();
        after = world.reader();
    }

    /** Keeps the newest state as that before the tick. */
    public void begin() {
        before.acquire();
    }

    /** Keeps the newest state as that after the tick. */
    public void end(double passed) {
        after.acquire();
        share = passed;
    }

    State from() {
        return before.state(0);
    }

    State to() {
        return after.state(0);
    }

    /** How much of the motion of a body in this tick is still to come: nothing if it jumps to its new place. */
    double remaining(int slot) {
        State from = from();
        State to = to();
        boolean moves =
                from.isAlive(slot) && from.epoch(slot) == to.epoch(slot) && from.parent(slot) == to.parent(slot);
        return moves ? 1 - share : 0;
    }
}
