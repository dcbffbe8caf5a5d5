package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.TickInput;

/**
 * Throws boxes in scenes that an engine steps. The axes hold start and velocity; each action throws a box with the
 * values that the axes have at its time. For the physics thread; allocates nothing.
 */
public final class Throw {
    /** The axis with the x of the box's start; the next two axes have its y and z. */
    public static final int FROM = 0;

    /** The axis with the x of the box's velocity; the next two axes have its y and z. */
    public static final int VELOCITY = 3;

    /** The number of axes. */
    public static final int AXES = 6;

    /** The code of the action. Odd, because the load of a stress run uses even codes. */
    public static final int BOX = -1;

    private final Thrower thrower;
    private final float[] axes = new float[AXES];

    interface Thrower {
        void box(float x, float y, float z, float vx, float vy, float vz);
    }

    Throw(Thrower thrower) {
        this.thrower = thrower;
    }

    /**
     * Reads the input of a tick. A polled axis applies to the whole tick, a pushed one from the time of its push on.
     */
    void see(TickInput input) {
        int size = input.size();
        if (size == 0) {
            return;
        }
        for (int axis = 0; axis < AXES; axis++) {
            axes[axis] = input.axisAtStart(axis);
        }
        for (int i = 0; i < size; i++) {
            int code = input.code(i);
            if (!input.isAction(i)) {
                if (code < AXES) {
                    axes[code] = input.value(i);
                }
            } else if (code == BOX) {
                thrower.box(
                        axes[FROM],
                        axes[FROM + 1],
                        axes[FROM + 2],
                        axes[VELOCITY],
                        axes[VELOCITY + 1],
                        axes[VELOCITY + 2]);
            }
        }
    }
}
