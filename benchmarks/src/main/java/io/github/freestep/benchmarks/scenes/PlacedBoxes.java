package io.github.freestep.benchmarks.scenes;

import io.github.freestep.state.StateLayout;

/** The boxes of a {@link BoxEngine}, which calls this on the physics thread. */
public interface PlacedBoxes {
    /**
     * Returns the layout of the states.
     *
     * @return the layout, with a slot for each box
     */
    StateLayout layout();

    /** Adds the first boxes. Called when the world has a floor. */
    void fill();

    /** Gets the pose of a body after a step. */
    default void pose(int slot, float x, float y, float z, float qx, float qy, float qz, float qw) {}
}
