package io.github.freestep.render.server;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.render.Frame;
import io.github.freestep.render.server.past.Shot;
import io.github.freestep.render.server.past.ShotRules;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.joml.Vector3d;
import org.joml.Vector3f;

/**
 * Players and targets that go round at up to 8 m/s, and spin. What can be hit is a ball at the end of an arm. They
 * teleport, and who is hit begins a new life elsewhere.
 */
final class Range implements SavableSimulation, PlayerHost {
    static final StateLayout LAYOUT = StateLayout.of(24);
    static final double REACH = 1;
    private static final double BALL = 0.5;
    private static final Vector3f ARM = new Vector3f(1, 0, 0);
    private static final int TARGETS = 16;

    final Players players;
    private final Random random;
    private final double[] centreX = new double[LAYOUT.capacity()];
    private final double[] centreZ = new double[LAYOUT.capacity()];
    private double seconds;
    int judged;

    boolean fails;

    /** Whether bodies teleport. */
    boolean isTurbulent = true;

    /** When the body in each slot was teleported or began its life, in simulation time. */
    final long[] brokenNanos = new long[LAYOUT.capacity()];

    Range(long seed, int seats) {
        random = Seeds.random(seed);
        players = Players.builder(this)
                .seats(seats)
                .shots(ShotRules.of(Duration.ofSeconds(1), REACH), this::judge)
                .build();
    }

    /** The nearest body whose ball is on the way; -1 if there is none. */
    static int hit(Frame frame, int own, Vector3d from, Vector3d direction, double more) {
        Vector3d way = new Vector3d(direction).normalize();
        double least = Double.POSITIVE_INFINITY;
        int found = -1;
        for (int slot = 0; slot < frame.slots(); slot++) {
            if (slot == own || !frame.isAlive(slot)) {
                continue;
            }
            Vector3d to = new Vector3d(ball(frame, slot)).sub(from);
            double along = to.dot(way);
            double aside = to.sub(new Vector3d(way).mul(along)).length();
            if (along > 0 && along < least && aside <= BALL + more) {
                least = along;
                found = slot;
            }
        }
        return found;
    }

    static Vector3f ball(Frame frame, int slot) {
        return frame.point(slot, ARM, new Vector3f());
    }

    private int judge(int seat, Shot shot, Tick tick) {
        judged++;
        Vector3d from = new Vector3d(shot.x(), shot.y(), shot.z());
        int slot = hit(shot.frame(), shot.body(), from, new Vector3d(shot.dx(), shot.dy(), shot.dz()), 0);
        if (slot >= 0 && tick.bodies().isSameLife(slot, shot.frame().life(slot))) {
            respawn(slot, tick);
        }
        return slot;
    }

    private void respawn(int slot, Tick tick) {
        tick.bodies().remove(slot);
        tick.bodies().spawn(slot);
        place(slot);
        brokenNanos[slot] = tick.simulationNanos();
        for (int seat = 0; seat < players.seats(); seat++) {
            if (players.body(seat) == slot) {
                players.setBody(seat, slot);
            }
        }
    }

    private void place(int slot) {
        centreX[slot] = 40 * random.nextDouble() - 20;
        centreZ[slot] = 40 * random.nextDouble() - 20;
    }

    private Vector3d place(int slot, double atSeconds) {
        double angle = (1 + slot % 3) * atSeconds / 2;
        double radius = 5 + slot % 2;
        return new Vector3d(
                centreX[slot] + radius * Math.cos(angle), slot % 5, centreZ[slot] + radius * Math.sin(angle));
    }

    /** Where a body will be when a shot of now arrives, as a prediction of the player's own body has it. */
    Vector3d ahead(int slot, double laterSeconds) {
        return place(slot, seconds + laterSeconds);
    }

    @Override
    public StateLayout layout() {
        return LAYOUT;
    }

    @Override
    public void setUp(PhysicsContext context) {
        for (int slot = 0; slot < TARGETS; slot++) {
            context.bodies().spawn(slot);
            place(slot);
        }
    }

    @Override
    public int join(int seat, Bodies bodies) {
        int slot = bodies.spawn();
        place(slot);
        return slot;
    }

    @Override
    public void leave(int seat, int body, Bodies bodies) {
        bodies.remove(body);
    }

    @Override
    public void step(Tick tick) {
        if (fails) {
            throw new IllegalStateException("planted");
        }
        seconds += tick.dtSeconds();
        if (isTurbulent && random.nextInt(6) == 0) {
            int slot = random.nextInt(tick.bodies().slots());
            if (tick.bodies().isAlive(slot)) {
                tick.bodies().teleport(slot);
                place(slot);
                brokenNanos[slot] = tick.simulationNanos();
            }
        }
    }

    @Override
    public void write(StateWriter state) {
        for (int slot = 0; slot < LAYOUT.capacity(); slot++) {
            if (state.isAlive(slot)) {
                Vector3d at = place(slot, seconds);
                state.position(slot, at.x, at.y, at.z);
                float half = (float) (seconds * (slot % 4)) / 2;
                state.orientation(slot, 0, (float) Math.sin(half), 0, (float) Math.cos(half));
            }
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeDouble(seconds);
        for (int slot = 0; slot < LAYOUT.capacity(); slot++) {
            out.writeDouble(centreX[slot]);
            out.writeDouble(centreZ[slot]);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        seconds = in.readDouble();
        for (int slot = 0; slot < LAYOUT.capacity(); slot++) {
            centreX[slot] = in.readDouble();
            centreZ[slot] = in.readDouble();
        }
    }
}
