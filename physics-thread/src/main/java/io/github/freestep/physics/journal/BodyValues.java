package io.github.freestep.physics.journal;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;

/**
 * Numbers the values of a body, for copies of whole states: the position, the orientation, linear channels, stepped
 * channels. Stateless; allocates nothing.
 */
public final class BodyValues {
    /** The values of a pose, which come first. */
    public static final int POSE = 7;

    private BodyValues() {}

    /**
     * Returns the number of values of a body.
     *
     * @param layout the layout of the state
     * @return at least {@link #POSE}
     */
    public static int count(StateLayout layout) {
        return POSE + layout.linearChannels().size() + layout.steppedChannels().size();
    }

    /**
     * Returns the state's own array of a value, in which the slot is the index.
     *
     * @param state a state
     * @param index of the value; that of a coordinate of the position only if positions are floats
     * @param linear the number of linear channels
     * @return the array, which must not be changed
     */
    public static float[] of(State state, int index, int linear) {
        return switch (index) {
            case 0 -> state.x();
            case 1 -> state.y();
            case 2 -> state.z();
            case 3 -> state.qx();
            case 4 -> state.qy();
            case 5 -> state.qz();
            case 6 -> state.qw();
            default -> index < POSE + linear ? state.linear(index - POSE) : state.stepped(index - POSE - linear);
        };
    }
}
