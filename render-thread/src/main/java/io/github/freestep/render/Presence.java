package io.github.freestep.render;

import io.github.freestep.state.State;

/**
 * Which slots of a picture have a body, and which bodies came and went since the last picture. For one
 * reader; allocates nothing.
 */
final class Presence {
    /** The epochs of the bodies in the picture; zero for slots that never had a body. */
    private final int[] epochs;

    private final boolean[] alive;
    private final int[] appeared;
    private final int[] disappeared;
    private int appearedCount;
    private int disappearedCount;

    Presence(int capacity) {
        epochs = new int[capacity];
        alive = new boolean[capacity];
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
        for (int slot = state.nextBreak(epochs, from, to); slot >= 0; slot = state.nextBreak(epochs, slot + 1, to)) {
            boolean other = !state.sameLife(slot, epochs[slot]);
            if (alive[slot] && other) {
                disappeared[disappearedCount++] = slot;
            }
            alive[slot] = state.isAlive(slot);
            if (alive[slot] && other) {
                appeared[appearedCount++] = slot;
            }
            epochs[slot] = state.epoch(slot);
            blend.forget(slot);
        }
    }

    /** Moves on to a picture in which no body has appeared or disappeared. */
    void stay() {
        appearedCount = 0;
        disappearedCount = 0;
    }

    boolean isAlive(int slot) {
        return alive[slot];
    }

    int appearedCount() {
        return appearedCount;
    }

    int appeared(int index) {
        return appeared[index];
    }

    int disappearedCount() {
        return disappearedCount;
    }

    int disappeared(int index) {
        return disappeared[index];
    }
}
