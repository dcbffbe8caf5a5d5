package io.github.freestep.render.picture;

import io.github.freestep.internal.Ranges;
import io.github.freestep.state.State;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.state.content.StateInside;

/**
 * Which slots of a picture have a body, and which bodies came and went since the last picture. For one
 * reader; allocates nothing.
 */
public final class Presence {
    /** The epochs of the bodies in the picture; zero for slots that never had a body. */
    private final int[] epochs;

    private final int[] appeared;
    private final int[] disappeared;
    public int appearedCount;
    public int disappearedCount;

    /** The {@link StateInside#epochsVersion} of the state that all slots have reached; -1 before the first. */
    private long version = -1;

    /** The {@link StateInside#lifeOffset} of that state. */
    private int lifeOffset;

    Presence(int capacity) {
        epochs = new int[capacity];
        appeared = new int[capacity];
        disappeared = new int[capacity];
    }

    /**
     * Moves a range of slots on to the state that the picture has reached. If a slot has another body than before, the
     * old one has disappeared and the new one has appeared.
     *
     * @param blend the blend whose error is forgotten for each body that was spawned, removed or teleported
     */
    void reach(State state, Blend blend, int from, int to) {
        for (int slot = StateInside.nextBreak(state, epochs, from, to);
                slot >= 0;
                slot = StateInside.nextBreak(state, epochs, slot + 1, to)) {
            reach(state, blend, slot);
        }
    }

    private void reach(State state, Blend blend, int slot) {
        boolean other = !state.isSameLife(slot, epochs[slot]);
        if (isAlive(slot) && other) {
            disappeared[disappearedCount++] = slot;
        }
        if (state.isAlive(slot) && other) {
            appeared[appearedCount++] = slot;
        }
        epochs[slot] = state.epoch(slot);
        blend.forget(slot);
    }

    /** Whether any slot may have another epoch in a state than in the state that all slots have reached. */
    boolean differsFrom(State state) {
        return StateInside.epochsVersion(state) != version;
    }

    /** Notes that all slots have reached a state. */
    void noteReached(State state) {
        version = StateInside.epochsVersion(state);
        lifeOffset = StateInside.lifeOffset(state);
    }

    /** Moves on to a picture in which no body has appeared or disappeared. */
    void stay() {
        appearedCount = 0;
        disappearedCount = 0;
    }

    /** The epoch of the body in the picture. */
    int epoch(int slot) {
        return epochs[slot];
    }

    public boolean isAlive(int slot) {
        return Epochs.isAlive(epochs[Ranges.index(slot, epochs.length, "slot", "the capacity")]);
    }

    public int life(int slot) {
        return Epochs.life(epochs[Ranges.index(slot, epochs.length, "slot", "the capacity")] - lifeOffset);
    }

    public int appeared(int index) {
        return appeared[Ranges.index(index, appearedCount, "index", "appearedCount()")];
    }

    public int disappeared(int index) {
        return disappeared[Ranges.index(index, disappearedCount, "index", "disappearedCount()")];
    }
}
