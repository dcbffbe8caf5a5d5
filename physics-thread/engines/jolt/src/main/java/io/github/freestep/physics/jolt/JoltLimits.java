package io.github.freestep.physics.jolt;

/**
 * How much a system has room for.
 *
 * @param bodies with a slot and without
 * @param contacts manifolds of a step
 * @param threads that step it, with the physics thread
 */
record JoltLimits(int bodies, int contacts, int threads) {
    /**
     * How many times as many bodies Jolt is told to have room for, because it ends the process when its broad phase
     * has no node left. For each 3 bodies that it is told, it has 4 nodes, so a world with room for n bodies has 5.3 n.
     * It needs at most 4.4 n: a tree that Jolt has built has fewer nodes than bodies, and grows by one for each 3 bodies
     * that enter it, until {@link JoltSystem} has it rebuilt after n bodies. So the two trees that are then replaced, or
     * kept because they are empty, have up to 2.7 n nodes, the new ones up to n, and 0.7 n more until the next time.
     */
    static final int SPARE = 4;

    /** Returns the number of pairs of bodies whose bounds may overlap in a step. */
    int pairs() {
        return Math.max(1_024, 2 * contacts);
    }
}
