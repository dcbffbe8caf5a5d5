package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.fail;

import io.github.freestep.state.State;
import io.github.freestep.testing.Poses;
import io.github.freestep.time.TimeAnchor;

/** A copy of a state, to compare other states with. */
final class Snapshot {
    final long tick;
    final long simulationNanos;
    final TimeAnchor anchor = new TimeAnchor();
    final int[] epochs;
    final int[] parents;
    final double[][] values;
    final long inputSequence;

    Snapshot(State state) {
        tick = state.tick();
        simulationNanos = state.simulationNanos();
        state.anchor(anchor);
        inputSequence = state.inputSequence();
        epochs = new int[state.slots()];
        parents = new int[epochs.length];
        for (int slot = 0; slot < epochs.length; slot++) {
            parents[slot] = state.parent(slot);
            epochs[slot] = state.epoch(slot);
        }
        values = values(state);
    }

    static double[][] values(State state) {
        double[][] values = new double[9][state.slots()];
        for (int slot = 0; slot < state.slots(); slot++) {
            double[] pose = Poses.of(state, slot);
            for (int i = 0; i < pose.length; i++) {
                values[i][slot] = pose[i];
            }
            values[7][slot] = state.linear(0)[slot];
            values[8][slot] = state.stepped(0)[slot];
        }
        return values;
    }

    boolean isAlive(int slot) {
        return slot < epochs.length && (epochs[slot] & 1) != 0;
    }

    /** Compares all bodies bit for bit; a quaternion may be negated if {@code anySign}. */
    void assertSame(State state, boolean anySign, String context) {
        double[][] actual = values(state);
        for (int slot = 0; slot < Math.max(epochs.length, state.slots()); slot++) {
            boolean alive = slot < state.slots() && state.isAlive(slot);
            if (isAlive(slot) != alive) {
                fail(context + ", tick " + tick + ", slot " + slot + ": alive is " + alive);
            }
            if (alive && parents[slot] != state.parent(slot)) {
                fail(context + ", tick " + tick + ", slot " + slot + " is on " + state.parent(slot) + " and not "
                        + parents[slot]);
            }
            for (int i = 0; alive && i < values.length; i++) {
                boolean rotation = i >= 3 && i < 7;
                double is = anySign && rotation && sign(actual, slot) < 0 ? -actual[i][slot] : actual[i][slot];
                if (Double.doubleToRawLongBits(values[i][slot]) != Double.doubleToRawLongBits(is)) {
                    fail(context + ", tick " + tick + ", slot " + slot + ": value " + i + " is " + is + " and not "
                            + values[i][slot]);
                }
            }
        }
    }

    private double sign(double[][] actual, int slot) {
        double product = 0;
        for (int i = 3; i < 7; i++) {
            product += values[i][slot] * actual[i][slot];
        }
        return product;
    }

    double distance(State state, int slot) {
        return Errors.distance(Errors.pose(values, slot), Poses.of(state, slot));
    }
}
