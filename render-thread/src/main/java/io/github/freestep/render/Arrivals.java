package io.github.freestep.render;

import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;

/**
 * What the states that were read tell about time: how it runs, how far apart they are, and how late they come. For one reader;
 * allocates nothing.
 */
final class Arrivals {
    /**
     * The part of a gap over which extrapolated motion slows down before it holds. As states come in time it is not used: the
     * picture is behind by as much.
     */
    static final int DECAY = 8;

    final AnchorMap map = new AnchorMap();
    private final AllowedLateness allowed;
    private final FrameMode mode;
    private final boolean carriesOn;
    private final TimeAnchor oldestAnchor = new TimeAnchor();

    private long newestTick = State.NO_TICK;

    long newestNanos;
    long oldestNanos;

    /** The least simulation time between two neighbours in the window; zero if there is but one state. */
    long gapNanos;

    /** Of the newest state, of wall time. */
    long lateNanos;

    /** For how long there should have been another, in the last frame. */
    private long overdueNanos;

    private boolean stalled;

    Arrivals(FrameMode mode, AllowedLateness allowed, boolean carriesOn) {
        this.mode = mode;
        this.allowed = allowed;
        this.carriesOn = carriesOn;
    }

    /**
     * Takes in a window.
     *
     * @param beforeNanos when the frame before was
     */
    void look(StateReader window, long beforeNanos) {
        boolean first = newestTick == State.NO_TICK;
        State newest = window.state(0);
        int size = window.size();
        if (first || gapNanos == 0 && size > 1) {
            // Before the second state there is no motion that could be warped.
            allowed.begin();
        }
        oldestNanos = window.state(size - 1).simulationNanos();
        newestNanos = newest.simulationNanos();
        long gap = Long.MAX_VALUE;
        for (int age = size - 1; age >= 0; age--) {
            State state = window.state(age);
            if (age + 1 < size) {
                gap = Math.min(
                        gap, state.simulationNanos() - window.state(age + 1).simulationNanos());
            }
            // The newest one may come again with another anchor.
            if (state.tick() > newestTick || age == 0) {
                map.add(state);
            }
        }
        change(gap == Long.MAX_VALUE ? 0 : gap, window, first);
        // A window that is still filling has lost no state, so it covers as much as a full one.
        long held = (window.window() - 1) * gapNanos - lagNanos();
        allowed.covers(held, wall(held), carriesOn ? wall(lagNanos()) : 0);
        boolean missed = window.state(size - 1).predecessorTick() > newestTick;
        if (!first && missed && overdueNanos > allowed.stallNanos()) {
            // States that have come and gone since were at least as late as this, and those that are left may not be.
            stalled |= allowed.measure(overdueNanos);
        }
        for (int age = size - 1; age >= 0; age--) {
            State state = window.state(age);
            if (state.tick() > newestTick) {
                // States of a reader's first look were not late for it: no earlier frame has missed them.
                measure(state, first ? state.publishedNanos() : beforeNanos);
            }
        }
        newestTick = newest.tick();
    }

    /**
     * Where gaps vary, as those of merged steps do, the picture does not: what the gap gains the look-behind loses, and has
     * back by and by. Across a change of scale gaps can't be compared, and the picture goes with them.
     */
    private void change(long newGapNanos, StateReader window, boolean first) {
        window.state(window.size() - 1).anchor(oldestAnchor);
        TimeAnchor anchor = map.newest();
        boolean alike = oldestAnchor.scaleNumerator() == anchor.scaleNumerator()
                && oldestAnchor.scaleDenominator() == anchor.scaleDenominator();
        if (!alike) {
            allowed.renew();
        }
        long before = lagNanos();
        boolean comparable = !first && gapNanos > 0 && alike;
        gapNanos = newGapNanos;
        if (comparable && allowed.adapts() && !anchor.isPaused()) {
            allowed.set(allowed.nanos() - wall(lagNanos() - before));
        }
    }

    /**
     * How late it was, unless time was controlled since it fell due. Where frames are of a time to come, as when a host knows
     * when its picture will be on screen, what is late is what was not there in the frame before.
     */
    private void measure(State state, long beforeNanos) {
        TimeAnchor anchor = map.newest();
        if (!anchor.isPaused() && state.simulationNanos() > anchor.simulationNanos()) {
            long seenNanos = Math.max(0, beforeNanos - state.publishedNanos()) + state.publishedNanos();
            lateNanos = seenNanos - anchor.wallAt(state.simulationNanos());
            stalled |= allowed.measure(lateNanos);
        }
    }

    /** What the look-behind should be. */
    double wantNanos(long nowNanos) {
        TimeAnchor anchor = map.newest();
        overdueNanos = anchor.isPaused() ? 0 : nowNanos - anchor.wallAt(newestNanos + gapNanos);
        return allowed.wantNanos(overdueNanos);
    }

    /** Whether states have come, since this was asked, that were late because of a stall. */
    boolean takeStalled() {
        boolean was = stalled;
        stalled = false;
        return was;
    }

    /** By how much a picture is behind in any case, of simulation time. */
    long lagNanos() {
        return switch (mode) {
            case INTERPOLATE -> gapNanos;
            case EXTRAPOLATE -> gapNanos / DECAY;
            case LATEST -> 0;
        };
    }

    /** The wall time of a span of simulation time, at the scale in force or, in a pause, before it. */
    double wall(long simulationNanos) {
        TimeAnchor anchor = map.newestRunning();
        return anchor == null
                ? simulationNanos
                : (double) simulationNanos * anchor.scaleDenominator() / anchor.scaleNumerator();
    }
}
