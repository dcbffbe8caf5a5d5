package io.github.freestep.physics.prediction.shown;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;
import java.util.Random;

/** A random world: bodies move, rest, come, go, jump and are attached. Its past can be changed. */
final class RandomTruth {
    final Truth truth;

    private static final double FAR = 50;

    private final Random random;
    private final int capacity;
    private final int channels;

    /** By slot: x, y, z, a rotation vector, and the channel; and how they change in a tick. */
    private final double[][] values;

    private final double[][] speeds;
    private final boolean[] dirty;

    RandomTruth(StateLayout layout, Random random) {
        this.random = random;
        capacity = layout.capacity();
        channels = layout.linearChannels().size();
        truth = new Truth(layout);
        values = new double[capacity][];
        speeds = new double[capacity][6 + channels];
        dirty = new boolean[capacity];
    }

    /** Makes the next true state. */
    State tick(double change) {
        for (int slot = 0; slot < capacity; slot++) {
            if (values[slot] != null && speeds[slot][0] != 0) {
                move(slot, 1);
            }
        }
        changeBodies(change);
        truth.begin();
        return write();
    }

    /** Changes the newest state without time. */
    State edit(double change) {
        changeBodies(change);
        truth.replace();
        return write();
    }

    /** Changes what some bodies did in the last ticks. */
    State stepAgain(int ticks, double change) {
        for (int slot = 0; slot < capacity; slot++) {
            if (values[slot] != null && random.nextDouble() < change) {
                turnOff(slot);
                move(slot, ticks);
            }
        }
        changeBodies(change / 10);
        truth.replace();
        return write();
    }

    void scale(int numerator, int denominator) {
        truth.anchor.set(truth.tick, truth.simulationNanos, numerator, denominator);
    }

    private void changeBodies(double change) {
        for (int slot = 0; slot < capacity; slot++) {
            if (random.nextDouble() < change) {
                if (values[slot] == null) {
                    spawn(slot);
                } else {
                    change(slot);
                }
            }
        }
    }

    private void change(int slot) {
        switch (random.nextInt(7)) {
            case 0 -> remove(slot);
            case 1 -> {
                remove(slot);
                spawn(slot);
            }
            case 2 -> {
                truth.bodies.teleport(slot);
                place(slot);
            }
            case 3 -> attach(slot, random.nextInt(capacity));
            case 4 -> detach(slot);
            case 5 -> Arrays.fill(speeds[slot], 0);
            default -> turnOff(slot);
        }
    }

    private void spawn(int slot) {
        truth.bodies.spawn(slot);
        place(slot);
        turnOff(slot);
    }

    private void remove(int slot) {
        for (int child = 0; child < capacity; child++) {
            if (truth.bodies.parent(child) == slot) {
                detach(child);
            }
        }
        truth.bodies.remove(slot);
        values[slot] = null;
        // Some worlds write a body's slot after its removal, others do not.
        dirty[slot] = false;
    }

    /** To a slot below its own, so there are no cycles. */
    private void attach(int child, int parent) {
        int depth = 1;
        for (int above = parent; above != State.NO_PARENT; above = truth.bodies.parent(above)) {
            depth++;
        }
        boolean isParent = false;
        for (int slot = 0; slot < capacity; slot++) {
            isParent |= truth.bodies.parent(slot) == child;
        }
        if (parent < child && values[parent] != null && depth < 5 && !isParent) {
            truth.bodies.attach(child, parent);
            place(child);
        }
    }

    private void detach(int child) {
        if (truth.bodies.parent(child) != State.NO_PARENT) {
            truth.bodies.detach(child);
            place(child);
        }
    }

    private void place(int slot) {
        double[] place = new double[6 + channels];
        for (int i = 0; i < place.length; i++) {
            place[i] = random.nextDouble() * (i < 3 ? FAR : 2);
        }
        values[slot] = place;
        dirty[slot] = true;
    }

    private void turnOff(int slot) {
        for (int i = 0; i < speeds[slot].length; i++) {
            speeds[slot][i] = random.nextGaussian() * 0.1;
        }
    }

    private void move(int slot, int ticks) {
        for (int i = 0; i < values[slot].length; i++) {
            values[slot][i] += speeds[slot][i] * ticks;
        }
        dirty[slot] = true;
    }

    private State write() {
        for (int slot = 0; slot < capacity; slot++) {
            if (dirty[slot]) {
                double[] v = values[slot];
                truth.writer.position(slot, v[0], v[1], v[2]);
                double angle = Math.sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5]);
                double sine = Math.sin(angle / 2) / angle;
                truth.writer.orientation(
                        slot, (float) (v[3] * sine), (float) (v[4] * sine), (float) (v[5] * sine), (float)
                                Math.cos(angle / 2));
                for (int channel = 0; channel < channels; channel++) {
                    truth.writer.linear(channel, slot, v[6 + channel]);
                }
                truth.writer.stepped(0, slot, random.nextInt(3));
                dirty[slot] = false;
            }
        }
        return truth.publish();
    }
}
