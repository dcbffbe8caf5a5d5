package io.github.freestep.physics.lockstep.link;

/**
 * How far a session is in a match whose sequencer has ended. A new sequencer goes on from the newest.
 *
 * @param run the run of the sequencer that has ended
 * @param begun the newest tick of the match when that run began
 * @param tick the newest tick whose frame the session has; 0 before the first
 * @param oldest the first tick of which it still has the frame, and sends it
 * @param firstInput the first tick for which it has sampled input; {@link Long#MAX_VALUE} while it does not take part
 * @param delay its input delay
 */
public record Position(long run, long begun, long tick, long oldest, long firstInput, int delay) {}
