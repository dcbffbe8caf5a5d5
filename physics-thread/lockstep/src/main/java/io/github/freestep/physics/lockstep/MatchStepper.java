package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.time.NanoClock;

/**
 * The run of one player in a match, for a host that steps it in its frame loop. Like a {@link MatchService}, it has no
 * requests that would change the world or the time of this player alone. It belongs to the first thread that advances
 * it. Any thread may call the other methods, except {@link #close}, which follows the rule of
 * {@link InlineStepper#close}.
 *
 * <pre>{@code
 * MatchStepper physics = match.inline(MatchWorld.of(world));
 * while (match.isOpen()) { // your frame loop
 *     physics.advance();
 *     draw(frames.sample());
 * }
 * }</pre>
 */
public final class MatchStepper extends RunOfMatch {
    private final InlineStepper physics;
    private final NanoClock match;

    /** Runs a stepper whose clock began at the match clock's present time. */
    MatchStepper(InlineStepper physics, NanoClock match) {
        super(physics);
        this.physics = physics;
        this.match = match;
    }

    /**
     * Lets the time of the match pass since the last call, and steps the ticks that become due and whose input is
     * known. That time differs from the host's by the speed of the match, and does not pass in a pause. Call it in each
     * frame.
     *
     * @return the number of steps
     * @throws IllegalStateException if the stepper was closed, has failed, belongs to another thread, or is inside a
     *     step or command
     * @throws io.github.freestep.physics.PhysicsException if a step fails
     */
    public int advance() {
        return physics.advance(match.nanoTime() - physics.clock().nanoTime());
    }

    /**
     * Returns how far time has moved from the newest tick to the next.
     *
     * @return a fraction of a tick, at least 0 and below 1
     */
    public double alpha() {
        return physics.alpha();
    }
}
