package io.github.freestep.physics.journal;

/**
 * Marks a command that changes nothing in the world, so that a replay needs no copy of it. Recorders do not get it. A
 * run whose restoring command has this mark begins with the world of its set-up, so it can be recorded.
 */
public interface Unrecorded {}
