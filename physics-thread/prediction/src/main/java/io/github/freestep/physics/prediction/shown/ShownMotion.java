package io.github.freestep.physics.prediction.shown;

import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;

/**
 * What was shown last, continued as it moved between the last shown states, and its difference from true states. For
 * one thread; allocates nothing once made.
 *
 * <p>Differences are those of x, y, z, of the orientation as a rotation vector, and of the linear channels, in this
 * order.
 */
final class ShownMotion {
    static final int ROTATION = 3;
    static final int CHANNELS = 6;

    /** The share of a steady acceleration that continues; the package document says why. */
    private static final double STEADY = 0.75;

    private final Rotation rotation = new Rotation();

    /** The newest three ways of a body, the newest one first, which becomes the next one. */
    private final double[][] ways;

    /** Set by each {@link #look}, with which a use begins. */
    @SuppressWarnings("NullAway.Init")
    private StateReader shown;

    /** Whether the last four states and the next one follow each other tick by tick. */
    private boolean isEven;

    /** How far to continue, as a share of the motion between the newest two states. */
    private double share;

    ShownMotion(int linearChannels) {
        ways = new double[3][CHANNELS + linearChannels];
    }

    /** Takes the newest shown states, whose motion is continued up to the time of a true state. */
    void look(StateReader states, State to) {
        shown = states;
        shown.acquire();
        isEven = shown.size() > 3 && to.tick() - shown.state(3).tick() == 4;
        long newest = shown.state(0).simulationNanos();
        long span = newest - shown.state(Math.min(1, shown.size() - 1)).simulationNanos();
        share = span > 0 ? (double) (to.simulationNanos() - newest) / span : 0;
    }

    /** Whether a body was in the newest states, and has not jumped between them. */
    boolean isKnown(int slot, int states) {
        State newest = shown.state(0);
        boolean isKnown = shown.size() >= states;
        for (int age = 1; isKnown && age < states; age++) {
            State before = shown.state(age);
            isKnown = newest.epoch(slot) == before.epoch(slot) && newest.parent(slot) == before.parent(slot);
        }
        return isKnown;
    }

    /** Finds the difference of the motion from a true state. A body whose motion is not known is taken to rest. */
    void difference(State truth, int slot, double[] into) {
        way(shown.state(0), truth, slot, into);
        if (share == 0 || !isKnown(slot, 2)) {
            return;
        }
        // Without a known acceleration, all ways are the newest one.
        int apart = isEven && isKnown(slot, 4) ? 1 : 0;
        for (int i = 0; i < ways.length; i++) {
            way(shown.state(i * apart), shown.state(i * apart + 1), slot, ways[i]);
        }
        double[] next = ways[0];
        for (int i = 0; i < next.length; i++) {
            double last = next[i] - ways[1][i];
            double earlier = ways[1][i] - ways[2][i];
            // Of two accelerations, a shock is the larger one.
            double steady = last * earlier <= 0 ? 0 : Math.abs(last) < Math.abs(earlier) ? last : earlier;
            next[i] = (next[i] + STEADY * steady) * share;
            into[i] += next[i];
        }
        rotation.set(shown.state(0), slot);
        rotation.turn(next[ROTATION], next[ROTATION + 1], next[ROTATION + 2]);
        rotation.vectorFrom(truth, slot, into, ROTATION);
    }

    /** Finds the way of a body from one state to another. */
    void way(State to, State from, int slot, double[] into) {
        into[0] = to.x(slot) - from.x(slot);
        into[1] = to.y(slot) - from.y(slot);
        into[2] = to.z(slot) - from.z(slot);
        rotation.set(to, slot);
        rotation.vectorFrom(from, slot, into, ROTATION);
        for (int channel = 0; channel < into.length - CHANNELS; channel++) {
            into[CHANNELS + channel] = (double) to.linear(channel)[slot] - from.linear(channel)[slot];
        }
    }
}
