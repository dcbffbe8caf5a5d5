package io.github.freestep.physics.ground.readme;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.ground.Ground;
import io.github.freestep.physics.ground.GroundVersion;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Crates that fall until they stand on a block, and sleep there until the ground around them changes. */
public class Crates implements SavableSimulation {
    public static final int AIR = 0;

    private static final double GRAVITY = 9.81;

    private final Ground ground;
    private final Ground.ChangeHandler wake = this::wake;
    private final int[] x;
    private final int[] z;
    private final double[] y;
    private final double[] speed;
    private final boolean[] isAsleep;

    public Crates(Ground ground, int count) {
        this.ground = ground;
        x = new int[count];
        z = new int[count];
        y = new double[count];
        speed = new double[count];
        isAsleep = new boolean[count];
        for (int crate = 0; crate < count; crate++) {
            x[crate] = 3 * crate;
            y[crate] = 20;
        }
    }

    @Override
    public void step(Tick tick) {
        ground.changes(wake);
        GroundVersion now = ground.version();
        for (int crate = 0; crate < y.length; crate++) {
            if (!isAsleep[crate]) {
                fall(crate, tick.dtSeconds(), now);
            }
        }
    }

    private void fall(int crate, double seconds, GroundVersion now) {
        speed[crate] += GRAVITY * seconds;
        double next = y[crate] - speed[crate] * seconds;
        int below = (int) Math.floor(next);
        // A crate also stands on what is not loaded, instead of falling through it.
        if (now.cell(x[crate], below, z[crate]) != AIR) {
            next = below + 1;
            speed[crate] = 0;
            isAsleep[crate] = true;
        }
        y[crate] = next;
    }

    private void wake(int minX, int minY, int minZ, int maxX, int maxY, int maxZ) {
        for (int crate = 0; crate < y.length; crate++) {
            boolean isBeside = x[crate] >= minX - 1
                    && x[crate] <= maxX + 1
                    && z[crate] >= minZ - 1
                    && z[crate] <= maxZ + 1
                    && y[crate] >= minY - 1
                    && y[crate] <= maxY + 1;
            isAsleep[crate] &= !isBeside;
        }
    }

    @Override
    public boolean resting() {
        for (boolean each : isAsleep) {
            if (!each) {
                return false;
            }
        }
        return true;
    }

    public double y(int crate) {
        return y[crate];
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(y.length);
    }

    @Override
    public void setUp(PhysicsContext context) {
        for (int crate = 0; crate < y.length; crate++) {
            context.bodies().spawn(crate);
        }
    }

    @Override
    public void write(StateWriter state) {
        for (int crate = 0; crate < y.length; crate++) {
            state.position(crate, x[crate], y[crate], z[crate]);
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        for (int crate = 0; crate < y.length; crate++) {
            out.writeDouble(y[crate]);
            out.writeDouble(speed[crate]);
            out.writeBoolean(isAsleep[crate]);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        double[] saved = new double[2 * y.length];
        boolean[] slept = new boolean[y.length];
        for (int crate = 0; crate < y.length; crate++) {
            saved[2 * crate] = in.readDouble();
            saved[2 * crate + 1] = in.readDouble();
            slept[crate] = in.readBoolean();
        }
        for (int crate = 0; crate < y.length; crate++) {
            y[crate] = saved[2 * crate];
            speed[crate] = saved[2 * crate + 1];
        }
        System.arraycopy(slept, 0, isAsleep, 0, slept.length);
    }
}
