/**
 * Replays motion traces. Not exported: users get what follows from a trace as a
 * {@link io.github.freestep.render.trace.MotionReport}.
 */
package io.github.freestep.render.trace.replay;
