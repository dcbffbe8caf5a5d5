package io.github.freestep.net;

import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.TimeAnchor;

/**
 * Decides when the sender looks for input and for the next state. Each look takes 20 to 50 us of CPU, nearly all of it
 * for waking up. So there are two looks for each state: just before its tick begins, to take the input for it, and when
 * the state is likely to be there. With a state for each tick, states and input wait as long as with a look every 100
 * us. With a state for every n ticks, there is still one look for input per state, just before the last of these ticks.
 * So input may wait for up to n ticks, but at most 10 ms.
 */
final class SendTimes {
    /** The sender must look for datagrams this often, to answer receivers. */
    private static final long STEP_NANOS = 10_000_000;

    /** How often to look while no state is expected, for example in a pause. */
    private static final long PAUSED_NANOS = 5_000_000;

    /** How long to wait first for a state that is not there when it is expected. The waits after it become longer. */
    private static final long POLL_NANOS = 100_000;

    private static final int LONGER_SHIFT = 2;

    /** How long before a tick begins to take the input for it, because a wait may end this much too late. */
    private static final long EARLY_NANOS = 150_000;

    /** The most by which one late state delays the next look. A look that is too early costs less than one too late. */
    private static final long MOST_LATER_NANOS = 50_000;

    private final TimeAnchor anchor = new TimeAnchor();
    private boolean expects;
    private long newestNanos;
    private long stepNanos;

    /** When the next tick begins. */
    private long startNanos;

    /** The usual time from the beginning of a tick until its state is published. */
    private long usualNanos;

    /** Predicts from the service's own schedule when the next tick begins, and when its state will be there. */
    void acquired(StateReader reader) {
        State newest = reader.state(0);
        newest.anchor(anchor);
        long simulationNanos = newest.simulationNanos();
        long step = simulationNanos - (reader.size() > 1 ? reader.state(1).simulationNanos() : newestNanos);
        newestNanos = simulationNanos;
        stepNanos = step > 0 ? step : stepNanos;
        expects = !anchor.isPaused();
        if (expects) {
            long more = StateInside.publishedNanos(newest) - wallAt(simulationNanos) - usualNanos;
            usualNanos = Math.max(0, usualNanos + (more < 0 ? more / 2 : Math.min(more, MOST_LATER_NANOS)));
            startNanos = wallAt(simulationNanos + stepNanos);
        }
    }

    /** Like the anchor's own method, which throws for times that are centuries ahead. This one is inexact instead. */
    private long wallAt(long simulationNanos) {
        double scale = (double) anchor.scaleNumerator() / anchor.scaleDenominator();
        return anchor.wallNanos() + Math.round((simulationNanos - anchor.simulationNanos()) / scale);
    }

    /** How long to wait before the next look. */
    long waitNanos(long nowNanos) {
        if (!expects) {
            return PAUSED_NANOS;
        }
        long untilInput = startNanos - EARLY_NANOS - nowNanos;
        if (untilInput > 0) {
            return Math.min(untilInput, STEP_NANOS);
        }
        long untilState = startNanos + usualNanos - nowNanos;
        if (untilState > 0) {
            return Math.min(untilState, STEP_NANOS);
        }
        return Math.min(Math.max(POLL_NANOS, -untilState >> LONGER_SHIFT), PAUSED_NANOS);
    }
}
