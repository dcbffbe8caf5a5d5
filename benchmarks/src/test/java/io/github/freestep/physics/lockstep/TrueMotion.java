package io.github.freestep.physics.lockstep;

import java.util.Arrays;

/** Where the bodies of a match were after each tick, as the match has stepped it. Begins with tick 0. */
final class TrueMotion {
    private final int values;
    private final long tickNanos;
    private float[] positions = new float[1 << 16];
    private int ticks;

    TrueMotion(int bodies, long tickNanos) {
        values = 2 * bodies;
        this.tickNanos = tickNanos;
    }

    /** Adds the next tick. */
    void add(double[] x, double[] y) {
        int at = ticks * values;
        if (at + values > positions.length) {
            positions = Arrays.copyOf(positions, 2 * positions.length);
        }
        for (int body = 0; body < x.length; body++) {
            positions[at + body] = (float) x[body];
            positions[at + x.length + body] = (float) y[body];
        }
        ticks++;
    }

    /** Whether the match has stepped up to a simulation time. */
    boolean isKnown(long simulationNanos) {
        return simulationNanos <= (ticks - 1) * tickNanos;
    }

    /** Returns the x coordinates at a simulation time, and then the y coordinates, as a picture between two ticks. */
    float[] at(long simulationNanos) {
        int tick = (int) (simulationNanos / tickNanos);
        float share = (float) (simulationNanos % tickNanos) / tickNanos;
        float[] into = new float[values];
        for (int i = 0; i < values; i++) {
            float from = positions[tick * values + i];
            into[i] = share == 0 ? from : from + (positions[(tick + 1) * values + i] - from) * share;
        }
        return into;
    }
}
