package io.github.freestep.physics.input;

import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.time.TimeAnchor;

/**
 * What saves, replays and players use of the context of commands. For the physics thread.
 *
 * @param input holds the value of each axis
 * @param anchor says whether time is paused, for a replay whose next step may never come
 * @param problems takes what players cause
 */
public record ContextInside(InputValues input, TimeAnchor anchor, Reporter problems) {}
