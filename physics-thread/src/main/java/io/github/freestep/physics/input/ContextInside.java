package io.github.freestep.physics.input;

import java.util.function.BooleanSupplier;

/**
 * What saves and replays use of the context of commands. For the physics thread.
 *
 * @param input holds the value of each axis
 * @param isPaused returns whether time is paused, for a replay whose next step may never come
 */
public record ContextInside(InputValues input, BooleanSupplier isPaused) {}
