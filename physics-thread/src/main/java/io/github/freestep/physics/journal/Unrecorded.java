package io.github.freestep.physics.journal;

/**
 * Marks a command that changes nothing in the world, so that a replay needs no copy of it. Recorders do not get it.
 */
public interface Unrecorded {}
