package io.github.freestep.physics.prediction;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.Epochs;
import java.util.Arrays;

/**
 * Decides which bodies are predicted: those near the player's own, and those that something predicted has pushed. For
 * one thread; allocates nothing once made.
 */
final class NearBodies {
    /** A body that is further away than this many reaches is not near any more. */
    private static final double AWAY = 1.5;

    /** A body stays predicted for this time after it came to rest, or is away. */
    private static final long SETTLED_NANOS = 1_000_000_000;

    /** A body that has turned by less was not pushed, because engines round. */
    private static final double TURNED = 1e-3;

    /** The same for a move, as a share of the reach, which is in the unit of length: 1 mm for the default of 4 m. */
    private static final double MOVED = 2.5e-4;

    /** Far from the origin, floats round more: the greatest step between two of them, relative to a coordinate. */
    private static final double ROUNDING = 0x1p-21;

    private static final int POSE = 7;

    /** The part of a pose of which nothing is known, so that the body must be set, or let rest, or taken away. */
    private static final double UNKNOWN = Double.POSITIVE_INFINITY;

    private final OwnScene scene;
    private final double reach;

    /** Reads the states of the small world. */
    final StateReader small;

    /** By slot, for reading. */
    final boolean[] isPredicted;

    /** Whether it is predicted because it was pushed, and not because it is near. */
    private final boolean[] isPushed;

    /** When a predicted body was last near, or last moved. */
    private final long[] busyNanos;

    /** The poses to which the bodies were set last; NaN if the server had no body, {@link #UNKNOWN} before that. */
    private final double[] poses;

    /** The epochs that the bodies had in the state to which the small world was set last. */
    private final int[] epochs;

    private final double[] pose = new double[POSE];

    /** Whether steps have moved a body that is not predicted, if only by a hair, so that it and others are awake. */
    private boolean isTouched;

    NearBodies(OwnScene scene, double reach, StateBuffer states) {
        this.scene = scene;
        this.reach = reach;
        small = states.reader();
        int capacity = scene.layout().capacity();
        isPredicted = new boolean[capacity];
        isPushed = new boolean[capacity];
        busyNanos = new long[capacity];
        epochs = new int[capacity];
        poses = new double[capacity * POSE];
        Arrays.fill(poses, UNKNOWN);
    }

    boolean isPredicted(int slot) {
        return isPredicted[slot];
    }

    /** Returns the epoch of a body in the state to which the small world was set last, or which has no player. */
    int epoch(int slot) {
        return epochs[slot];
    }

    /** Stops predicting, because the player has no body in this state of the server. */
    void clear(State server) {
        readEpochs(server);
        Arrays.fill(isPredicted, false);
        Arrays.fill(poses, UNKNOWN);
    }

    /**
     * Sets the small world to a state of the server.
     *
     * @param own the slot of the player's body
     */
    void set(State server, int own, PhysicsContext context) {
        readEpochs(server);
        small.acquire();
        State now = small.state(0);
        boolean isKnown = isPredicted[own] && has(now, own);
        State at = isKnown ? now : server;
        double x = at.x(own);
        double y = at.y(own);
        double z = at.z(own);
        // Bodies that stay awake would move those beside them after each state, and cost time.
        boolean restsAll = isTouched;
        isTouched = false;
        for (int slot = 0; slot < isPredicted.length; slot++) {
            if (!context.bodies().isAlive(slot)) {
                forget(slot);
                continue;
            }
            boolean isAlive = has(server, slot);
            boolean was = isPredicted[slot];
            boolean isMoved = isAlive ? read(server, slot) : !Double.isNaN(poses[slot * POSE]);
            State near = was ? now : server;
            isPredicted[slot] = isAlive && (slot == own || stays(server, slot, isMoved, distance(near, slot, x, y, z)));
            if (isPredicted[slot]) {
                scene.set(server, slot, context);
            } else if (was || isMoved || restsAll && isAlive) {
                scene.rest(server, slot, context);
            } else {
                continue;
            }
            for (int i = 0; i < POSE; i++) {
                poses[slot * POSE + i] = isAlive ? pose[i] : Double.NaN;
            }
        }
    }

    /** Lets a body that the small world does not have be interpolated, until the world gets it. */
    private void forget(int slot) {
        isPredicted[slot] = false;
        poses[slot * POSE] = UNKNOWN;
    }

    private void readEpochs(State server) {
        for (int slot = 0; slot < epochs.length; slot++) {
            epochs[slot] = slot < server.slots() ? server.epoch(slot) : Epochs.NEVER;
        }
    }

    private boolean stays(State server, int slot, boolean isMoved, double distance) {
        long now = server.simulationNanos();
        if (distance < reach) {
            busyNanos[slot] = now;
            isPushed[slot] = false;
            return true;
        }
        if (isPushed[slot] ? isMoved : distance < AWAY * reach) {
            busyNanos[slot] = now;
        }
        return isPredicted[slot] && now - busyNanos[slot] < SETTLED_NANOS;
    }

    /** Lets the bodies be predicted that a step has moved although they were at rest. Returns whether there are any. */
    boolean notePushed(State now, long nowNanos) {
        boolean any = false;
        for (int slot = 0; slot < now.slots(); slot++) {
            if (!isPredicted[slot] && now.isAlive(slot) && Double.isFinite(poses[slot * POSE])) {
                read(now, slot);
                isTouched |= isMoved(slot * POSE, 0, ROUNDING);
                if (isMoved(slot * POSE, reach > 0 ? reach * MOVED : TURNED, TURNED)) {
                    isPredicted[slot] = true;
                    isPushed[slot] = true;
                    busyNanos[slot] = nowNanos;
                    any = true;
                }
            }
        }
        return any;
    }

    /** Whether the pose is another one than that at an index of the poses, by more than limits and rounding. */
    private boolean isMoved(int at, double distance, double turn) {
        double far = Math.max(Math.abs(poses[at]), Math.max(Math.abs(poses[at + 1]), Math.abs(poses[at + 2])));
        double least = Math.max(far * ROUNDING, distance);
        for (int i = 0; i < POSE; i++) {
            if (Math.abs(pose[i] - poses[at + i]) > (i < 3 ? least : turn)) {
                return true;
            }
        }
        return false;
    }

    /** Reads a pose, and returns whether it is another one than that to which the body was set. */
    private boolean read(State state, int slot) {
        pose[0] = state.x(slot);
        pose[1] = state.y(slot);
        pose[2] = state.z(slot);
        pose[3] = state.qx()[slot];
        pose[4] = state.qy()[slot];
        pose[5] = state.qz()[slot];
        pose[6] = state.qw()[slot];
        for (int i = 0; i < POSE; i++) {
            if (pose[i] != poses[slot * POSE + i]) {
                return true;
            }
        }
        return false;
    }

    static boolean has(State state, int slot) {
        return slot < state.slots() && state.isAlive(slot);
    }

    private static double distance(State state, int slot, double x, double y, double z) {
        if (!has(state, slot)) {
            return Double.POSITIVE_INFINITY;
        }
        double dx = state.x(slot) - x;
        double dy = state.y(slot) - y;
        double dz = state.z(slot) - z;
        return Math.sqrt(dx * dx + dy * dy + dz * dz);
    }
}
