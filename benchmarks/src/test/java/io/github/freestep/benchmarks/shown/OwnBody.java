package io.github.freestep.benchmarks.shown;

import io.github.freestep.physics.InputPort;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;

/**
 * Shows the player's own body without the delay of the picture: where the newest state has it, moved on by the input
 * that this state has not seen. For the thread that draws. Allocates nothing.
 */
final class OwnBody implements AutoCloseable {
    static final int WALK = 0;
    static final int LOOK = 1;

    private static final long AHEAD_NANOS = 250_000_000;
    private static final double BLEND_NANOS = 30e6;
    private static final int KEPT = 256;

    private final InputPort input;
    private final StateReader states;
    private final int slot;
    private final double speed;
    private final long tickNanos;
    private final TimeAnchor anchor = new TimeAnchor();

    /** The newest values of the axis, and since when they hold. */
    private final float[] walks = new float[KEPT];

    private final long[] sinceNanos = new long[KEPT];
    private int count;

    private double x;
    private long simulationNanos;
    private int epoch;
    private double error;
    private long shownNanos;
    private float look;

    OwnBody(InputPort input, StateBuffer states, int slot, double speed, long tickNanos) {
        this.input = input;
        this.states = states.reader();
        this.slot = slot;
        this.speed = speed;
        this.tickNanos = tickNanos;
    }

    void walk(float axis, long nowNanos) {
        input.axis(WALK, axis, nowNanos);
        walks[count % KEPT] = axis;
        sinceNanos[count++ % KEPT] = nowNanos;
    }

    void look(float yaw, long nowNanos) {
        input.axis(LOOK, yaw, nowNanos);
        look = yaw;
    }

    /** The direction to draw in: the newest that the mouse has reported. Call it last, just before drawing. */
    float look() {
        return look;
    }

    /** The place to draw at. */
    double x(long nowNanos) {
        double expected = predict(nowNanos) + error;
        if (states.acquire()) {
            State newest = states.state(0);
            x = newest.x(slot);
            simulationNanos = newest.simulationNanos();
            newest.anchor(anchor);
            boolean jumped = newest.epoch(slot) != epoch; // a teleport or another life: shown at once
            epoch = newest.epoch(slot);
            error = jumped
                    ? 0
                    : expected - predict(nowNanos); // the world did something else, such as a wall in the way
        }
        error *= Math.exp((shownNanos - nowNanos) / BLEND_NANOS);
        shownNanos = nowNanos;
        return predict(nowNanos) + error;
    }

    private double predict(long nowNanos) { // tick by tick, as the simulation will
        double at = x;
        long end = Math.min(anchor.simulationAt(nowNanos), simulationNanos + AHEAD_NANOS);
        for (long from = simulationNanos; from < end && !anchor.isPaused(); from += tickNanos) {
            long to = Math.min(from + tickNanos, end);
            at += speed * walkAt(anchor.wallAt(to)) * (to - from) / 1e9;
        }
        return at;
    }

    private float walkAt(long nanos) {
        int i = count - 1;
        while (i > count - KEPT && i > 0 && sinceNanos[i % KEPT] - nanos > 0) {
            i--;
        }
        return i < 0 || sinceNanos[i % KEPT] - nanos > 0 ? 0 : walks[i % KEPT];
    }

    @Override
    public void close() {
        states.close();
    }
}
