package io.github.freestep.history;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.TimeAnchor;
import java.util.SplittableRandom;

/** A random world whose bodies move, rest, appear, vanish, jump, and are attached to each other. */
final class PastWorld {
    static final long TICK_NANOS = 10_000_000;

    final StateLayout layout;
    final StatePublisher publisher;
    final StateReader reader;
    final TimeAnchor anchor = new TimeAnchor();
    final SplittableRandom random;

    /** The share of the bodies that move in a tick. */
    double moving = 0.5;

    /** The share of the bodies of which one appears, vanishes, jumps, or is attached or detached. */
    double changes = 0.01;

    double extent = 50;
    private final double[][] poses;
    private long tick;

    PastWorld(StateLayout layout, long seed) {
        this.layout = layout;
        publisher = StatePublisher.of(layout);
        reader = publisher.states().reader();
        random = Seeds.splittable(seed);
        poses = new double[layout.capacity()][7];
    }

    /** Writes one more tick. */
    State tick() {
        Bodies bodies = publisher.bodies();
        StateWriter out = publisher.begin(tick, tick * TICK_NANOS, anchor, tick * TICK_NANOS + random.nextInt(1_000));
        for (int slot = 0; slot < layout.capacity(); slot++) {
            if (tick == 0 ? slot % 4 != 3 : random.nextDouble() < changes) {
                change(bodies, slot);
            } else if (bodies.isAlive(slot) && random.nextDouble() < moving) {
                move(slot);
                write(out, slot);
            }
        }
        for (int slot = bodies.nextReparented(0); slot >= 0; slot = bodies.nextReparented(slot + 1)) {
            write(out, slot);
        }
        for (int slot = 0; slot < bodies.slots(); slot++) {
            if (bodies.isAlive(slot) && poses[slot][6] == 2) {
                move(slot);
                write(out, slot);
            }
        }
        if (random.nextInt(10) == 0) {
            publisher.input(tick + 1, tick * TICK_NANOS - 77);
        }
        publisher.publish(tick * TICK_NANOS + 2_000);
        tick++;
        reader.acquire();
        return reader.state(0);
    }

    /** Publishes the newest state again with another anchor, as in a pause. */
    State amend(long numerator, long denominator) {
        anchor.set(tick * TICK_NANOS, (tick - 1) * TICK_NANOS, numerator, denominator);
        publisher.amend(anchor);
        publisher.publish(tick * TICK_NANOS + 3_000);
        reader.acquire();
        return reader.state(0);
    }

    private void change(Bodies bodies, int slot) {
        if (!bodies.isAlive(slot)) {
            bodies.spawn(slot);
            place(slot);
            return;
        }
        switch (random.nextInt(4)) {
            case 0 -> {
                for (int child = 0; child < bodies.slots(); child++) {
                    if (bodies.isAlive(child) && bodies.parent(child) == slot) {
                        bodies.detach(child);
                    }
                }
                bodies.remove(slot);
            }
            case 1 -> {
                bodies.teleport(slot);
                place(slot);
            }
            case 2 -> {
                int parent = random.nextInt(layout.capacity());
                if (bodies.isAlive(parent) && parent > slot && bodies.parent(parent) < 0) {
                    boolean hasChild = false;
                    for (int child = 0; child < bodies.slots(); child++) {
                        hasChild |= bodies.isAlive(child) && bodies.parent(child) == slot;
                    }
                    if (!hasChild) {
                        bodies.attach(slot, parent);
                    }
                }
            }
            default -> {
                if (bodies.parent(slot) >= 0) {
                    bodies.detach(slot);
                }
            }
        }
    }

    private void place(int slot) {
        for (int i = 0; i < 3; i++) {
            poses[slot][i] = random.nextDouble(-extent, extent);
        }
        // Marks a body that must be written.
        poses[slot][6] = 2;
    }

    private void move(int slot) {
        double[] pose = poses[slot];
        if (pose[6] == 2) {
            for (int i = 3; i < 7; i++) {
                pose[i] = random.nextDouble(-1, 1);
            }
        }
        for (int i = 0; i < 7; i++) {
            pose[i] += 0.02 * random.nextDouble(-1, 1);
        }
        double square = 0;
        for (int i = 3; i < 7; i++) {
            square += pose[i] * pose[i];
        }
        for (int i = 3; i < 7; i++) {
            pose[i] /= Math.sqrt(square);
        }
    }

    private void write(StateWriter out, int slot) {
        double[] pose = poses[slot];
        out.position(slot, pose[0], pose[1], pose[2]);
        out.orientation(slot, (float) pose[3], (float) pose[4], (float) pose[5], (float) pose[6]);
        for (int i = 0; i < layout.linearChannels().size(); i++) {
            out.linear(i, slot, random.nextDouble());
        }
        for (int i = 0; i < layout.steppedChannels().size(); i++) {
            out.stepped(i, slot, random.nextInt(5));
        }
    }
}
