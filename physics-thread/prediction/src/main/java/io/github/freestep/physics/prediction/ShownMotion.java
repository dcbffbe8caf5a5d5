package io.github.freestep.physics.prediction;

import io.github.freestep.state.State;

/**
 * What was shown last, continued as it moved between the last two shown states, and its difference from true states.
 * For one thread; allocates nothing once made.
 *
 * <p>Differences are those of x, y, z, of the orientation as a rotation vector, and of the linear channels, in this
 * order.
 */
final class ShownMotion {
    static final int ROTATION = 3;
    static final int CHANNELS = 6;

    private final Rotation rotation = new Rotation();
    private final double[] turned = new double[CHANNELS - ROTATION];
    private final int linearChannels;

    private State newest;
    private State older;

    /** How far to continue, as a share of the motion between the two states. */
    private double share;

    ShownMotion(int linearChannels) {
        this.linearChannels = linearChannels;
    }

    /** The number of values in a difference. */
    int parts() {
        return CHANNELS + linearChannels;
    }

    /**
     * Sets the newest two shown states, the same one twice if there is one only, and the simulation time up to which to
     * continue their motion.
     */
    void look(State newestShown, State olderShown, long simulationNanos) {
        newest = newestShown;
        older = olderShown;
        long span = newest.simulationNanos() - older.simulationNanos();
        share = span > 0 ? (double) (simulationNanos - newest.simulationNanos()) / span : 0;
    }

    /** Whether a body moved from the older state to the newest one, and has not jumped. */
    boolean isKnown(int slot) {
        return newest != older && newest.epoch(slot) == older.epoch(slot) && newest.parent(slot) == older.parent(slot);
    }

    /** Finds the difference of the motion from a true state. A body whose motion is not known is taken to rest. */
    void difference(State truth, int slot, double[] into) {
        double on = share != 0 && isKnown(slot) ? share : 0;
        into[0] = newest.x(slot) - truth.x(slot) + (newest.x(slot) - older.x(slot)) * on;
        into[1] = newest.y(slot) - truth.y(slot) + (newest.y(slot) - older.y(slot)) * on;
        into[2] = newest.z(slot) - truth.z(slot) + (newest.z(slot) - older.z(slot)) * on;
        rotation.set(newest, slot);
        if (on != 0) {
            rotation.vectorFrom(older, slot, turned, 0);
            rotation.turn(turned[0] * on, turned[1] * on, turned[2] * on);
        }
        rotation.vectorFrom(truth, slot, into, ROTATION);
        for (int channel = 0; channel < linearChannels; channel++) {
            double value = newest.linear(channel)[slot];
            into[CHANNELS + channel] = value - truth.linear(channel)[slot] + (value - older.linear(channel)[slot]) * on;
        }
    }
}
