package io.github.freestep.render;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.Ratio;
import java.util.Random;
import org.joml.Quaternionf;

/**
 * A world in which most bodies rest most of the time. Bodies wake up, rest, come, go, are replaced and teleported at
 * random, and time stalls, pauses, steps and changes its scale. Each state writes only what has changed.
 */
final class RandomWorld {
    static final int CAPACITY = 300;
    private static final long MILLI = SimulatedPhysics.MILLI;

    /** Where the bodies are, if their positions are doubles. */
    static final double FAR = 1e7;

    private final double far;
    final int window;
    final SimulatedPhysics physics;
    private final Random random;
    private final Quaternionf[] turned = new Quaternionf[CAPACITY];
    private final boolean[] awake = new boolean[CAPACITY];
    private final boolean[] isFresh = new boolean[CAPACITY];

    /** The chance per frame that bodies come, go or are put elsewhere; zero in quiet times. */
    private double bustle;

    private boolean isPaused;

    /** Whether ticks may be due, so that no single step is allowed. */
    private boolean hasBacklog;

    RandomWorld(Random random, boolean doubles) {
        this.random = random;
        far = doubles ? FAR : 0;
        window = 1 + random.nextInt(6);
        StateLayout layout = StateLayout.of(CAPACITY).linear("a").linear("b").stepped("c");
        physics = new SimulatedPhysics(doubles ? layout.doublePositions() : layout, window, this::write);
        if (random.nextInt(3) == 0) {
            physics.writesEvery(2);
        }
        if (random.nextInt(3) == 0) {
            physics.dropsBacklog();
        }
    }

    private Bodies bodies() {
        return physics.publisher.bodies();
    }

    private void write(StateWriter state, long simulationNanos) {
        for (int slot = 0; slot < CAPACITY; slot++) {
            if (isFresh[slot]) {
                isFresh[slot] = false;
                turned[slot] = new Quaternionf();
                writePose(state, slot);
                writeChannels(state, slot);
            } else if (awake[slot] && turned[slot] != null) {
                move(state, slot);
            }
        }
    }

    /** Writes all of a body, or only a part. */
    private void move(StateWriter state, int slot) {
        int parts = random.nextInt(4);
        if (parts != 1) {
            writePose(state, slot);
        }
        if (parts != 0) {
            writeChannels(state, slot);
        }
    }

    private void writePose(StateWriter state, int slot) {
        state.position(slot, far + some(), some() - far, far + some());
        Quaternionf q = turned[slot].rotateXYZ(some(), some(), some()).normalize();
        state.orientation(slot, q.x, q.y, q.z, q.w);
    }

    private void writeChannels(StateWriter state, int slot) {
        state.linear(0, slot, some());
        state.linear(1, slot, some());
        state.stepped(0, slot, some());
    }

    private float some() {
        return (float) random.nextGaussian();
    }

    /** Changes the world, and how time passes, before the states up to a time are made. */
    void run(long now) {
        if (random.nextInt(30) == 0) {
            wake();
        }
        if (random.nextInt(50) == 0) {
            bustle = random.nextBoolean() ? 0 : random.nextDouble() * 0.3;
        }
        while (random.nextDouble() < bustle) {
            change(random.nextInt(CAPACITY));
        }
        disturb(now);
        physics.runTo(now);
        if (random.nextInt(isPaused ? 5 : 50) == 0) {
            edit(now);
        }
    }

    /** Some bodies change, and the newest state is replaced. */
    private void edit(long now) {
        for (int changes = random.nextInt(4); changes > 0; changes--) {
            change(random.nextInt(CAPACITY));
        }
        physics.edit(now);
    }

    /** Lets other bodies move: none, all, one, neighbours or some everywhere. */
    private void wake() {
        int kind = random.nextInt(5);
        int first = random.nextInt(CAPACITY);
        double share = random.nextDouble() * 0.02;
        for (int slot = 0; slot < CAPACITY; slot++) {
            awake[slot] = switch (kind) {
                case 0 -> false;
                case 1 -> true;
                case 2 -> slot == first;
                case 3 -> slot >= first && slot < first + 70;
                default -> random.nextDouble() < share;
            };
        }
    }

    private void change(int slot) {
        if (turned[slot] == null && !isFresh[slot]) {
            bodies().spawn(slot);
            isFresh[slot] = true;
            return;
        }
        int kind = random.nextInt(4);
        if (kind == 0) {
            bodies().teleport(slot);
            isFresh[slot] |= random.nextBoolean();
            return;
        }
        bodies().remove(slot);
        isFresh[slot] = kind == 1;
        turned[slot] = null;
        if (kind == 1) {
            bodies().spawn(slot);
        }
    }

    private void disturb(long now) {
        switch (random.nextInt(200)) {
            case 0 -> physics.stall(now, random.nextInt(300) * MILLI);
            case 1, 2, 3, 4, 5, 6 -> physics.stall(now, random.nextInt(40) * MILLI);
            case 7 -> physics.ticksCost(random.nextInt(10) * MILLI);
            case 8, 9 -> {
                physics.runTo(now);
                physics.scale(now, Ratio.of(1 + random.nextInt(3), 1 + random.nextInt(3)));
            }
            case 10, 11 -> pause(now);
            case 12, 13, 14, 15, 16, 17, 18, 19, 20 -> resume(now);
            case 21, 22, 23, 24, 25 -> {
                if (isPaused && !hasBacklog) {
                    physics.step(now);
                }
            }
            default -> {}
        }
    }

    private void pause(long now) {
        if (!isPaused && random.nextBoolean()) {
            physics.pause(now);
            isPaused = true;
            hasBacklog = true;
        } else if (!isPaused) {
            physics.runTo(now);
            physics.fail(now);
            isPaused = true;
            hasBacklog = false;
        }
    }

    private void resume(long now) {
        if (isPaused) {
            physics.resume(now);
            isPaused = false;
        }
    }
}
