package io.github.freestep.physics.jolt;

import java.util.List;

/**
 * How much a system has room for.
 *
 * @param bodies with a slot and without
 * @param contacts manifolds of a step
 * @param threads that step it, with the physics thread
 * @param ignored for each object layer, the bits of the layers with which it does not collide
 */
record JoltLimits(int bodies, int contacts, int threads, List<Integer> ignored) {
    /**
     * The factor by which the room that Jolt is asked for exceeds the bodies that a world admits, because Jolt ends the
     * process when its broad phase has no node left. Jolt makes 4 nodes for each 3 bodies that it is asked to have room
     * for, so a world that admits n bodies has 5.3 n nodes. It needs at most 4.4 n: a tree that Jolt has built has
     * fewer nodes than bodies, and grows by one node for each 3 bodies that enter it, until {@link JoltSystem} lets
     * Jolt rebuild it after n bodies. So the two trees that are then replaced, or that are kept because they are empty,
     * have up to 2.7 n nodes, the new ones have up to n, and 0.7 n are added until the next rebuild.
     */
    static final int SPARE = 4;

    int layers() {
        return ignored.size();
    }

    boolean ignores(int layer, int other) {
        return (ignored.get(layer) >> other & 1) != 0 || (ignored.get(other) >> layer & 1) != 0;
    }

    /** Returns the number of pairs of bodies whose bounds may overlap in a step. */
    int pairs() {
        return Math.max(1_024, 2 * contacts);
    }
}
