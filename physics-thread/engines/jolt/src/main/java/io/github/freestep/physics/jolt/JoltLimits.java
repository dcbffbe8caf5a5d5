package io.github.freestep.physics.jolt;

/**
 * How much a system has room for.
 *
 * @param bodies with a slot and without
 * @param contacts manifolds of a step
 * @param threads that step it, with the physics thread
 */
record JoltLimits(int bodies, int contacts, int threads) {
    /** Returns the number of pairs of bodies whose bounds may overlap in a step. */
    int pairs() {
        return Math.max(1_024, 2 * contacts);
    }
}
