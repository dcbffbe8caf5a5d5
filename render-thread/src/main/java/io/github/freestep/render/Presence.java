package io.github.freestep.render;

import io.github.freestep.state.State;
import java.util.Arrays;

/** Which bodies a picture shows, and which have come and gone since the one before. For one reader; allocates nothing. */
final class Presence {
    /** Of the picture; zero for those that never were. */
    private final int[] epochs;

    private final int[] appeared;
    private final int[] disappeared;
    private int known;
    private int appearedCount;
    private int disappearedCount;

    Presence(int capacity) {
        epochs = new int[capacity];
        appeared = new int[capacity];
        disappeared = new int[capacity];
    }

    /**
     * Moves on to a state that the picture has reached; a body that is another by now has gone and come.
     *
     * @param blend to forget those whose motion is broken
     */
    void reach(State state, Blend blend) {
        appearedCount = 0;
        disappearedCount = 0;
        known = Math.max(known, state.slots());
        int[] now = state.epochs();
        int body = 0;
        int alike;
        while ((alike = Arrays.mismatch(epochs, body, known, now, body, known)) >= 0) {
            body += alike;
            boolean was = isAlive(epochs[body]);
            boolean is = state.isAlive(body);
            boolean other = !state.sameLife(body, epochs[body]);
            if (was && other) {
                disappeared[disappearedCount++] = body;
            }
            if (is && other) {
                appeared[appearedCount++] = body;
            }
            epochs[body] = now[body];
            blend.forget(body);
            body++;
        }
    }

    /** As {@link State#epochs} tells. */
    private static boolean isAlive(int epoch) {
        return (epoch & 1) != 0;
    }

    /** Nothing has come or gone. */
    void stay() {
        appearedCount = 0;
        disappearedCount = 0;
    }

    int bodies() {
        return known;
    }

    boolean alive(int body) {
        return isAlive(epochs[body]);
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
