package io.github.freestep.physics;

import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * A world in which everything happens that a state can hold: bodies come, go, jump, and ride on others, far from the
 * origin. All of it depends on the input, so that a wrong input changes all later states.
 */
final class Carousel implements SavableSimulation {
    static final int CAPACITY = 70;
    static final int AXES = 3;
    private static final int CHANGES = 6;

    private final double[] x = new double[CAPACITY];
    private final double[] speed = new double[CAPACITY];
    private final float[] heat = new float[CAPACITY];
    private final Consumer<Tick> during;
    private Bodies bodies;
    private long random = 1;

    /** Which save, counted from 1, fails; 0 for none. */
    int failingSave;

    /** Called during each save. */
    Runnable duringSave = () -> {};

    Carousel(Consumer<Tick> during) {
        this.during = during;
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(CAPACITY).doublePositions().linear("heat").stepped("gear");
    }

    @Override
    public void setUp(PhysicsContext context) {
        bodies = context.bodies();
        for (int slot = 0; slot < 8; slot++) {
            bodies.spawn(slot);
            x[slot] = 1e9 + slot;
        }
        bodies.spawn(68);
    }

    @Override
    public void step(Tick tick) {
        during.accept(tick);
        TickInput input = tick.input();
        double push = 0;
        for (int axis = 0; axis < input.values.axes(); axis++) {
            push += (axis + 1) * (input.axisAtStart(axis) + 3 * input.axis(axis));
        }
        for (int i = 0; i < input.size(); i++) {
            push += input.code(i) * input.value(i) * (1 + input.fraction(i));
            mix(Float.floatToRawIntBits(input.value(i)));
        }
        for (int slot = 0; slot < bodies.slots(); slot++) {
            speed[slot] += push / (slot + 1) - x[slot] * 1e-9;
            x[slot] += speed[slot] * tick.dtSeconds();
            heat[slot] = heat[slot] * 0.9f + (float) push;
        }
        int touched = change();
        tick.events().user(3, touched, 0, x[touched], 0, 0, random);
    }

    /** Changes the bodies at random, and returns the slot of one. */
    int change() {
        int slot = next(CAPACITY);
        int other = next(CAPACITY);
        int kind = next(CHANGES);
        if (!bodies.isAlive(slot)) {
            if (kind < 2) {
                bodies.spawn(slot);
            }
            return slot;
        }
        boolean rides = bodies.parent(slot) != State.NO_PARENT;
        if (kind == 0 && !rides && !isRidden(slot)) {
            bodies.remove(slot);
        } else if (kind == 1) {
            x[slot] = -x[slot];
            bodies.teleport(slot);
        } else if (kind == 2 && rides) {
            bodies.detach(slot);
        } else if (kind == 3 && slot != other && bodies.isAlive(other) && !rides && !isRidden(slot)) {
            bodies.attach(slot, other);
        }
        return slot;
    }

    private boolean isRidden(int slot) {
        for (int i = 0; i < bodies.attachedCount(); i++) {
            if (bodies.parent(bodies.attached(i)) == slot) {
                return true;
            }
        }
        return false;
    }

    void mix(long with) {
        random = (random ^ with) * 0xD6E8FEB86659FD93L + 1;
        random ^= random >>> 32;
    }

    private int next(int below) {
        mix(below);
        return (int) Math.floorMod(random, (long) below);
    }

    @Override
    public void write(StateWriter state) {
        for (int slot = 0; slot < CAPACITY; slot++) {
            if (state.isAlive(slot)) {
                state.position(slot, x[slot], slot, speed[slot]);
                state.orientation(slot, 0, (float) StrictMath.sin(x[slot]), 0, (float) StrictMath.cos(x[slot]));
                state.linear(0, slot, heat[slot]);
                state.stepped(0, slot, Math.signum(speed[slot]));
            }
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        if (--failingSave == 0) {
            throw new IOException("the disk of the world is full");
        }
        duringSave.run();
        out.writeLong(random);
        for (int slot = 0; slot < CAPACITY; slot++) {
            out.writeDouble(x[slot]);
            out.writeDouble(speed[slot]);
            out.writeFloat(heat[slot]);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        random = in.readLong();
        for (int slot = 0; slot < CAPACITY; slot++) {
            x[slot] = in.readDouble();
            speed[slot] = in.readDouble();
            heat[slot] = in.readFloat();
        }
    }
}
