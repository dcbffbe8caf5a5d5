package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.fail;

import io.github.freestep.state.State;
import io.github.freestep.time.TimeAnchor;

/** A copy of a state, to compare other states with. */
final class Snapshot {
    final long tick;
    final long simulationNanos;
    final TimeAnchor anchor = new TimeAnchor();
    final int[] epochs;
    final float[][] values;
    final long inputSequence;

    Snapshot(State state) {
        tick = state.tick();
        simulationNanos = state.simulationNanos();
        state.anchor(anchor);
        inputSequence = state.inputSequence();
        epochs = new int[state.slots()];
        for (int slot = 0; slot < epochs.length; slot++) {
            epochs[slot] = state.epoch(slot);
        }
        float[][] live = values(state);
        values = new float[live.length][];
        for (int i = 0; i < live.length; i++) {
            values[i] = live[i].clone();
        }
    }

    static float[][] values(State state) {
        return new float[][] {
            state.x(),
            state.y(),
            state.z(),
            state.qx(),
            state.qy(),
            state.qz(),
            state.qw(),
            state.linear(0),
            state.stepped(0)
        };
    }

    boolean isAlive(int slot) {
        return slot < epochs.length && (epochs[slot] & 1) != 0;
    }

    /** Compares all bodies bit for bit; a quaternion may be negated if {@code anySign}. */
    void assertSame(State state, boolean anySign, String context) {
        float[][] actual = values(state);
        for (int slot = 0; slot < Math.max(epochs.length, state.slots()); slot++) {
            boolean alive = slot < state.slots() && state.isAlive(slot);
            if (isAlive(slot) != alive) {
                fail(context + ", tick " + tick + ", slot " + slot + ": alive is " + alive);
            }
            for (int i = 0; alive && i < values.length; i++) {
                boolean rotation = i >= 3 && i < 7;
                float is = anySign && rotation && sign(actual, slot) < 0 ? -actual[i][slot] : actual[i][slot];
                if (Float.floatToRawIntBits(values[i][slot]) != Float.floatToRawIntBits(is)) {
                    fail(context + ", tick " + tick + ", slot " + slot + ": value " + i + " is " + is + " and not "
                            + values[i][slot]);
                }
            }
        }
    }

    private double sign(float[][] actual, int slot) {
        double product = 0;
        for (int i = 3; i < 7; i++) {
            product += values[i][slot] * actual[i][slot];
        }
        return product;
    }

    double distance(State state, int slot) {
        return Math.sqrt(square(values[0][slot] - state.x()[slot])
                + square(values[1][slot] - state.y()[slot])
                + square(values[2][slot] - state.z()[slot]));
    }

    private static double square(double value) {
        return value * value;
    }
}
