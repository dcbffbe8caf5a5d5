package io.github.freestep.physics.prediction;

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

    /** The share of a steady acceleration that goes on; the package document says why. */
    private static final double STEADY = 0.75;

    private final Rotation rotation = new Rotation();

    /** The newest three ways of a body, the newest one first, which becomes the next one. */
    private final double[] next;

    private final double[] before;
    private final double[] first;

    private State newest;
    private State older;

    /** The two states before, or twice the older one if they do not follow each other tick by tick. */
    private State third;

    private State fourth;

    /** How far to continue, as a share of the motion between the newest two states. */
    private double share;

    ShownMotion(int linearChannels) {
        next = new double[CHANNELS + linearChannels];
        before = new double[next.length];
        first = new double[next.length];
    }

    /** The number of values in a difference. */
    int parts() {
        return next.length;
    }

    /** Takes the newest shown states, whose motion is continued up to the time of a true state. */
    void look(StateReader shown, State to) {
        shown.acquire();
        newest = shown.state(0);
        older = shown.state(Math.min(1, shown.size() - 1));
        boolean even = shown.size() > 3 && to.tick() - shown.state(3).tick() == 4;
        third = even ? shown.state(2) : older;
        fourth = even ? shown.state(3) : older;
        long span = newest.simulationNanos() - older.simulationNanos();
        share = span > 0 ? (double) (to.simulationNanos() - newest.simulationNanos()) / span : 0;
    }

    /** Whether a body moved from the older state to the newest one, and has not jumped. */
    boolean isKnown(int slot) {
        return newest != older && isKnown(older, slot);
    }

    private boolean isKnown(State before, int slot) {
        return newest.epoch(slot) == before.epoch(slot) && newest.parent(slot) == before.parent(slot);
    }

    /** Finds the difference of the motion from a true state. A body whose motion is not known is taken to rest. */
    void difference(State truth, int slot, double[] into) {
        way(newest, truth, slot, into);
        if (share == 0 || !isKnown(slot)) {
            return;
        }
        boolean even = isKnown(third, slot) && isKnown(fourth, slot);
        way(newest, older, slot, next);
        way(older, even ? third : older, slot, before);
        way(even ? third : older, even ? fourth : older, slot, first);
        for (int i = 0; i < next.length; i++) {
            double last = next[i] - before[i];
            double earlier = before[i] - first[i];
            // Of two accelerations, a shock is the larger one.
            double steady = last * earlier <= 0 ? 0 : Math.abs(last) < Math.abs(earlier) ? last : earlier;
            next[i] = (next[i] + STEADY * steady) * share;
            into[i] += next[i];
        }
        rotation.set(newest, slot);
        rotation.turn(next[ROTATION], next[ROTATION + 1], next[ROTATION + 2]);
        rotation.vectorFrom(truth, slot, into, ROTATION);
    }

    /** Finds the way of a body from one state to another. */
    private void way(State to, State from, int slot, double[] into) {
        into[0] = to.x(slot) - from.x(slot);
        into[1] = to.y(slot) - from.y(slot);
        into[2] = to.z(slot) - from.z(slot);
        rotation.set(to, slot);
        rotation.vectorFrom(from, slot, into, ROTATION);
        for (int channel = 0; channel < next.length - CHANNELS; channel++) {
            into[CHANNELS + channel] = (double) to.linear(channel)[slot] - from.linear(channel)[slot];
        }
    }
}
