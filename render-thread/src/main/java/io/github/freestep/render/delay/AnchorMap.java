package io.github.freestep.render.delay;

import io.github.freestep.state.State;
import io.github.freestep.time.TimeAnchor;
import org.jspecify.annotations.Nullable;

/**
 * Maps wall time to simulation time, from the anchors of the states that were read. For one reader; allocates nothing.
 *
 * <p>The map never decreases. An anchor may begin at a simulation time T that the anchor before it has already passed,
 * as after time was dropped. Then the map returns at most T for all wall times before the new anchor.
 */
final class AnchorMap {
    /**
     * The number of anchors kept. These are enough, because a reader looks back by tens of milliseconds, and new
     * anchors are at least a few milliseconds apart.
     */
    private static final int KEPT = 8;

    private final TimeAnchor[] anchors = new TimeAnchor[KEPT];
    private final TimeAnchor next = new TimeAnchor();

    /** The newest anchor that is not of a pause; before the first one, an anchor of scale 1. */
    private final TimeAnchor running = new TimeAnchor();

    private boolean ran;
    private long pausedAtNanos;

    /** Whether simulation time is less by the newest anchor than by the one before: the simulation has dropped time. */
    private boolean hasLost;

    private int count;

    AnchorMap() {
        for (int i = 0; i < KEPT; i++) {
            anchors[i] = new TimeAnchor();
        }
    }

    /** Adds the anchor of a state. States must come in order; the same state may come again with another anchor. */
    void add(State state) {
        state.anchor(next);
        if (count > 0 && next.same(newest())) {
            return;
        }
        hasLost = count > 0 && !newest().isPaused() && newest().simulationAt(next.wallNanos()) > next.simulationNanos();
        if (!next.isPaused()) {
            running.set(next);
            ran = true;
        } else if (count == 0 || !newest().isPaused()) {
            pausedAtNanos = next.simulationNanos();
        }
        if (count == KEPT) {
            TimeAnchor oldest = anchors[0];
            System.arraycopy(anchors, 1, anchors, 0, KEPT - 1);
            anchors[KEPT - 1] = oldest;
            count--;
        }
        anchors[count++].set(next);
    }

    TimeAnchor newest() {
        return anchors[count - 1];
    }

    /** The simulation time at a wall time. Before the oldest anchor, that anchor is extended backwards. */
    long at(long wallNanos) {
        int index = count - 1;
        long cap = Long.MAX_VALUE;
        while (index > 0 && wallNanos - anchors[index].wallNanos() < 0) {
            cap = Math.min(cap, anchors[index].simulationNanos());
            index--;
        }
        return Math.min(cap, anchors[index].simulationAt(wallNanos));
    }

    /**
     * The wall time from which on the newest anchor has this simulation time, if the simulation has dropped time at it;
     * otherwise the greatest of all times.
     */
    long regainedNanos(long simulationNanos) {
        return hasLost ? newest().wallAt(simulationNanos) : Long.MAX_VALUE;
    }

    /** Whether there were single steps in the current pause. */
    boolean stepped() {
        return newest().isPaused() && newest().simulationNanos() > pausedAtNanos;
    }

    /** The newest anchor that is not a pause; null if there is none. Single steps in a pause do not change it. */
    @Nullable TimeAnchor newestRunning() {
        return ran ? running : null;
    }

    /**
     * Converts a span of simulation time to wall time, at the current scale. In a pause, it uses the scale before
     * the pause.
     */
    double wall(long simulationNanos) {
        return (double) simulationNanos * running.scaleDenominator() / running.scaleNumerator();
    }

    /** Converts a span of wall time to simulation time, as {@link #wall} does the opposite. */
    long simulation(double wallNanos) {
        return (long) (wallNanos * running.scaleNumerator() / running.scaleDenominator());
    }
}
