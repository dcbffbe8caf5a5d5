package io.github.freestep.render;

import io.github.freestep.state.State;
import io.github.freestep.time.Anchor;
import java.util.Arrays;

/**
 * Simulation time as a function of wall time, as far as the anchors of the states that were read tell. For one reader;
 * allocates nothing.
 *
 * <p>It does not decrease: where time was dropped, it had never come further than what it was dropped to.
 */
final class AnchorMap {
    /** A reader looks back by tens of milliseconds, and control does not come any closer than a few of them. */
    private static final int KEPT = 8;

    private final Anchor[] anchors = new Anchor[KEPT];
    private final Anchor next = new Anchor();
    private final Anchor running = new Anchor();
    private boolean ran;
    private long pausedAtNanos;
    private int count;

    AnchorMap() {
        Arrays.setAll(anchors, i -> new Anchor());
    }

    /** Takes in the anchor of a state no older than those before. */
    void add(State state) {
        state.anchor(next);
        if (count > 0 && next.same(newest())) {
            return;
        }
        if (!next.paused()) {
            running.set(next);
            ran = true;
        } else if (count == 0 || !newest().paused()) {
            pausedAtNanos = next.simulationNanos();
        }
        if (count == KEPT) {
            Anchor oldest = anchors[0];
            System.arraycopy(anchors, 1, anchors, 0, KEPT - 1);
            anchors[KEPT - 1] = oldest;
            count--;
        }
        anchors[count++].set(next);
    }

    Anchor newest() {
        return anchors[count - 1];
    }

    /** Simulation time at a wall time; before all anchors, by the oldest. */
    long at(long wallNanos) {
        int index = count - 1;
        long cap = Long.MAX_VALUE;
        while (index > 0 && wallNanos - anchors[index].wallNanos() < 0) {
            cap = Math.min(cap, anchors[index].simulationNanos());
            index--;
        }
        return Math.min(cap, anchors[index].simulationAt(wallNanos));
    }

    /** Whether there have been single steps in the pause that there is. */
    boolean stepped() {
        return newest().paused() && newest().simulationNanos() > pausedAtNanos;
    }

    /** The newest anchor by which time ran, however many single steps there were since; null if there is none. */
    Anchor newestRunning() {
        return ran ? running : null;
    }
}
