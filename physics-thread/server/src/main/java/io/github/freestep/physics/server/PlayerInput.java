package io.github.freestep.physics.server;

import io.github.freestep.physics.TickInput;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The input of one player in a tick, with axes and actions numbered from 0. For the physics thread, until the next call
 * of {@link Players#input}. Allocates nothing.
 */
public final class PlayerInput {
    private final int axes;

    /** Null while the player is silent, who then releases all keys, or if none of the input is of this player yet. */
    private @Nullable TickInput input;

    private int firstAxis;
    private int firstAction;
    private int size;
    private int[] indices = new int[64];

    PlayerInput(int axes) {
        this.axes = axes;
    }

    /** @param first the first action that may be of the player */
    PlayerInput of(@Nullable TickInput all, int seat, int first) {
        input = all;
        firstAxis = seat * axes;
        firstAction = seat * Players.ACTIONS;
        size = 0;
        for (int i = first; all != null && i < all.size(); i++) {
            int code = all.code(i) - firstAction;
            if (all.isAction(i) && code >= 0 && code < Players.ACTIONS) {
                if (size == indices.length) {
                    indices = Arrays.copyOf(indices, 2 * size); // At most once for each length.
                }
                indices[size++] = i;
            }
        }
        return this;
    }

    /**
     * Returns the value of an axis of this player.
     *
     * @param axis from 0, below {@link Players.Builder#axes}
     * @return the newest value; 0 before the first, and while the player is not here
     * @throws IllegalArgumentException if a player has no such axis
     */
    public float axis(int axis) {
        if (axis < 0 || axis >= axes) {
            throw new IllegalArgumentException("axis must be between 0 and " + (axes - 1) + ", was " + axis
                    + "; build the players with more axes(...)");
        }
        return input == null ? 0 : input.axis(firstAxis + axis);
    }

    /**
     * Returns how many actions of this player the tick has.
     *
     * @return 0 in most ticks
     */
    public int actions() {
        return size;
    }

    /**
     * Returns the code of an action.
     *
     * @param index from 0, in the order of time
     * @return the code that the client has sent
     * @throws IndexOutOfBoundsException if the tick has no such action of this player
     */
    public int code(int index) {
        return input.code(index(index)) - firstAction;
    }

    /**
     * Returns the value of an action.
     *
     * @param index from 0, in the order of time
     * @return a finite number
     * @throws IndexOutOfBoundsException if the tick has no such action of this player
     */
    public float value(int index) {
        return input.value(index(index));
    }

    private int index(int index) {
        return indices[Objects.checkIndex(index, size)];
    }
}
