package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** A world of 1,000 bodies that orbit where the players are, as a game would write it. Allocates nothing per tick. */
public final class ManyBodies implements SavableSimulation {
    public static final int BODIES = 1_000;
    public static final StateLayout LAYOUT = StateLayout.of(BODIES);

    private static final float PULL = 4;

    private final float[] x = new float[BODIES];
    private final float[] y = new float[BODIES];
    private final float[] z = new float[BODIES];
    private final float[] xSpeed = new float[BODIES];
    private final float[] ySpeed = new float[BODIES];
    private final float[] zSpeed = new float[BODIES];
    private final float[] zeros = new float[BODIES];
    private final float[] ones = new float[BODIES];

    @Override
    public StateLayout layout() {
        return LAYOUT;
    }

    @Override
    public void setUp(PhysicsContext context) {
        Arrays.fill(ones, 1);
        for (int i = 0; i < BODIES; i++) {
            context.bodies().spawn(i);
            x[i] = i % 10 + 1;
            y[i] = i / 10 % 10 + 1;
            z[i] = i / 100 + 1;
            ySpeed[i] = x[i];
        }
    }

    @Override
    public void step(Tick tick) {
        float dt = (float) tick.dtSeconds();
        for (int i = 0; i < BODIES; i++) {
            float centre = tick.input().axis(i & 1);
            xSpeed[i] += (centre - x[i]) * PULL * dt;
            ySpeed[i] += (centre - y[i]) * PULL * dt;
            zSpeed[i] += (centre - z[i]) * PULL * dt;
            x[i] += xSpeed[i] * dt;
            y[i] += ySpeed[i] * dt;
            z[i] += zSpeed[i] * dt;
        }
    }

    @Override
    public void write(StateWriter state) {
        state.positions(x, y, z, 0, BODIES);
        state.orientations(zeros, zeros, zeros, ones, 0, BODIES);
    }

    @Override
    public boolean restoresExactly() {
        return true;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        for (int i = 0; i < BODIES; i++) {
            out.writeFloat(x[i]);
            out.writeFloat(y[i]);
            out.writeFloat(z[i]);
            out.writeFloat(xSpeed[i]);
            out.writeFloat(ySpeed[i]);
            out.writeFloat(zSpeed[i]);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        for (int i = 0; i < BODIES; i++) {
            x[i] = in.readFloat();
            y[i] = in.readFloat();
            z[i] = in.readFloat();
            xSpeed[i] = in.readFloat();
            ySpeed[i] = in.readFloat();
            zSpeed[i] = in.readFloat();
        }
    }
}
