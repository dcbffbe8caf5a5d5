/**
 * Replays motion traces. Not exported: users get its results as a {@link io.github.freestep.render.trace.MotionReport}.
 */
package io.github.freestep.render.trace.replay;
