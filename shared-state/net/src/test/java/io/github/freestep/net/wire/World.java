package io.github.freestep.net.wire;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Published;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import java.util.SplittableRandom;

/** A random world whose bodies move, rest, appear, vanish and jump. */
final class World extends Published {
    static final long TICK_NANOS = 10_000_000;

    final StateEncoder encoder;
    final Receiver receiver;
    final SplittableRandom random;

    /** In doubles, the bodies are up to 10,000 km from the origin. */
    double extent;

    double speed = 0.02;
    double life = 0.002;

    /** The chance that a body is attached or detached in a tick. Those of the upper half ride on those of the lower. */
    double attaches;

    /** Bodies from this slot on rest. */
    int end = Integer.MAX_VALUE;

    private final double[][] poses;
    private long tick;

    World(StateLayout layout, PoseGrid grid, long seed) {
        super(layout, 0);
        encoder = new StateEncoder(layout, grid, 1);
        receiver = new Receiver(layout);
        random = Seeds.splittable(seed);
        extent = layout.hasDoublePositions() ? 1e7 : 50;
        poses = new double[layout.capacity()][7];
    }

    /** A layout in doubles for each second seed. */
    static StateLayout layout(StateLayout floats, long seed) {
        return seed % 2 == 0 ? floats.doublePositions() : floats;
    }

    /** Writes one more tick, in which a share of the bodies moves. */
    State tick(double moving) {
        change(moving);
        StateWriter out = begin(tick, tick * TICK_NANOS);
        for (int slot = 0; slot < bodies.slots(); slot++) {
            if (bodies.isAlive(slot) && slot < end) {
                write(out, slot, moving);
            }
        }
        tick++;
        return publish();
    }

    /** Writes one more tick, and sends its state, which the receiver then has to take. */
    State send(double moving) {
        State state = tick(moving);
        receiver.send(encoder, state, stamp());
        return state;
    }

    long stamp() {
        return tick * TICK_NANOS;
    }

    private void change(double moving) {
        for (int slot = 0; slot < Math.min(end, layout.capacity()); slot++) {
            boolean alive = bodies.isAlive(slot);
            if (tick == 0 ? slot < layout.capacity() * 3 / 4 : random.nextDouble() < life) {
                if (!alive) {
                    bodies.spawn(slot);
                    place(poses[slot]);
                } else if (random.nextInt(3) == 0) {
                    if (leave(slot)) {
                        bodies.remove(slot);
                    }
                } else {
                    bodies.teleport(slot);
                    place(poses[slot]);
                }
            } else if (random.nextDouble() < moving) {
                for (int i = 0; i < 7; i++) {
                    poses[slot][i] += speed * random.nextDouble(-1, 1);
                }
                unit(poses[slot]);
            }
            if (attaches > 0 && slot >= layout.capacity() / 2 && random.nextDouble() < attaches) {
                reparent(slot);
            }
        }
    }

    private void reparent(int slot) {
        int parent = random.nextInt(slot / 2 + 1);
        if (!bodies.isAlive(slot)) {
            return;
        }
        if (bodies.parent(slot) != State.NO_PARENT && random.nextInt(4) == 0) {
            bodies.detach(slot);
        } else if (bodies.isAlive(parent)) {
            bodies.attach(slot, parent);
        }
        place(poses[slot]);
    }

    /** Detaches what is attached to a body. Returns false if one of them rests, so that its pose is not written. */
    private boolean leave(int parent) {
        for (int slot = bodies.slots() - 1; attaches > 0 && slot >= 0; slot--) {
            if (bodies.parent(slot) == parent) {
                if (slot >= end) {
                    return false;
                }
                bodies.detach(slot);
                place(poses[slot]);
            }
        }
        return true;
    }

    private void place(double[] pose) {
        for (int i = 0; i < 7; i++) {
            pose[i] = (i < 3 ? extent : 1) * random.nextDouble(-1, 1);
        }
        unit(pose);
    }

    private static void unit(double[] pose) {
        double length = Math.sqrt(pose[3] * pose[3] + pose[4] * pose[4] + pose[5] * pose[5] + pose[6] * pose[6]);
        for (int i = 3; i < 7; i++) {
            pose[i] /= length;
        }
    }

    private void write(StateWriter out, int slot, double moving) {
        double[] pose = poses[slot];
        out.position(slot, pose[0], pose[1], pose[2]);
        out.orientation(slot, (float) pose[3], (float) pose[4], (float) pose[5], (float) pose[6]);
        for (int i = 0; i < layout.linearChannels().size(); i++) {
            out.linear(i, slot, moving > 0 ? random.nextDouble() : slot);
        }
        for (int i = 0; i < layout.steppedChannels().size(); i++) {
            out.stepped(i, slot, moving > 0 ? random.nextInt(3) : slot % 3);
        }
    }
}
