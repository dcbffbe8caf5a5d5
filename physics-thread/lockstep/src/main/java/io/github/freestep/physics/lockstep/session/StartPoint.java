package io.github.freestep.physics.lockstep.session;

import org.jspecify.annotations.Nullable;

/**
 * Where the local run begins.
 *
 * @param tick the tick of the first state; 0 if the world is set up anew
 * @param world the saved world of that tick; null if there is none
 */
record StartPoint(long tick, byte @Nullable [] world) {}
