package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Two players who push boxes on a plane, each other too. Contacts are springs and friction is viscous, so the motion
 * itself has no jerks: what a picture shows of them comes from how it is made.
 */
final class PushWorld implements SavableSimulation {
    static final int PLAYERS = 2;
    static final int BODIES = 6;
    static final StateLayout LAYOUT = StateLayout.of(BODIES);

    private static final double THRUST = 8;
    private static final double FRICTION = 2;
    private static final double STIFFNESS = 60;
    private static final double CENTRING = 1.5;

    final double[] x = new double[BODIES];
    final double[] y = new double[BODIES];
    final double[] xSpeed = new double[BODIES];
    final double[] ySpeed = new double[BODIES];

    /** By player, and by axis. */
    final float[][] keys = new float[PLAYERS][2];

    private final double[] xForce = new double[BODIES];
    private final double[] yForce = new double[BODIES];

    @Override
    public StateLayout layout() {
        return LAYOUT;
    }

    @Override
    public void setUp(PhysicsContext context) {
        for (int i = 0; i < BODIES; i++) {
            context.bodies().spawn(i);
        }
        place();
    }

    /** Puts the bodies where a match begins. */
    void place() {
        for (int i = 0; i < BODIES; i++) {
            x[i] = i % 2 * 1.5 - 0.75;
            y[i] = i / 2 * 1.5 - 1.5;
        }
    }

    @Override
    public void step(Tick tick) {
        for (int i = 0; i < PLAYERS; i++) {
            keys[i][0] = tick.input().axis(2 * i);
            keys[i][1] = tick.input().axis(2 * i + 1);
        }
        step(tick.dtSeconds());
    }

    void step(double seconds) {
        for (int i = 0; i < BODIES; i++) {
            xForce[i] = -FRICTION * xSpeed[i] - CENTRING * x[i];
            yForce[i] = -FRICTION * ySpeed[i] - CENTRING * y[i];
        }
        for (int i = 0; i < PLAYERS; i++) {
            xForce[i] += THRUST * keys[i][0];
            yForce[i] += THRUST * keys[i][1];
        }
        for (int i = 0; i < BODIES; i++) {
            for (int j = 0; j < i; j++) {
                push(i, j);
            }
        }
        for (int i = 0; i < BODIES; i++) {
            xSpeed[i] += xForce[i] * seconds;
            ySpeed[i] += yForce[i] * seconds;
            x[i] += xSpeed[i] * seconds;
            y[i] += ySpeed[i] * seconds;
        }
    }

    private void push(int i, int j) {
        double dx = x[i] - x[j];
        double dy = y[i] - y[j];
        double distance = Math.sqrt(dx * dx + dy * dy);
        if (distance < 1 && distance > 0) {
            double force = STIFFNESS * (1 - distance) / distance;
            xForce[i] += force * dx;
            yForce[i] += force * dy;
            xForce[j] -= force * dx;
            yForce[j] -= force * dy;
        }
    }

    @Override
    public void write(StateWriter state) {
        for (int i = 0; i < BODIES; i++) {
            state.position(i, x[i], y[i], 0);
            state.orientation(i, 0, 0, 0, 1);
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        for (int i = 0; i < BODIES; i++) {
            out.writeDouble(x[i]);
            out.writeDouble(y[i]);
            out.writeDouble(xSpeed[i]);
            out.writeDouble(ySpeed[i]);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        for (int i = 0; i < BODIES; i++) {
            x[i] = in.readDouble();
            y[i] = in.readDouble();
            xSpeed[i] = in.readDouble();
            ySpeed[i] = in.readDouble();
        }
    }
}
