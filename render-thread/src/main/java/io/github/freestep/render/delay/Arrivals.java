package io.github.freestep.render.delay;

import io.github.freestep.state.State;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.TimeAnchor;

/**
 * Measures the states that a reader gets: how their simulation time maps to wall time, how far apart they are, and how
 * late each came. A <i>look</i> is one call of {@link #look}, which measures one new window. This class only measures;
 * {@link PresentationClock} decides what to show. For one reader; allocates nothing.
 */
final class Arrivals {
    /** Whether a host's frames begin the steps. Otherwise they begin when they are due. */
    private final boolean isByFrames;

    final AnchorMap map = new AnchorMap();
    private final TimeAnchor oldestAnchor = new TimeAnchor();

    /** How late each state came that the newest look measured, oldest first, in wall time. */
    final long[] lateNanos = new long[StatePublisher.MAX_WINDOW];

    /** The number of states that the newest look measured. */
    int lateCount;

    private long newestTick = State.NO_TICK;

    long newestNanos;
    long oldestNanos;

    /** How far the newest state of the newest look is from that of the look before. */
    long stepNanos;

    /**
     * The gap: the least simulation time between two neighbouring states of the window, above zero. Zero if there is
     * only one state.
     */
    long gapNanos;

    /** The {@link StateInside#expectedLateNanos} of the newest state. */
    long expectedLateNanos;

    /** Whether the oldest state of the window is {@linkplain StateInside#isThinned thinned}. */
    private boolean isThinned;

    /** Whether the sender stopped thinning before this look, so that no gap of the window is wide because of it. */
    boolean isWholeAgain;

    /** The gap that was measured at the previous look. */
    private long gapBeforeNanos;

    private boolean first;

    /**
     * Whether motion begins with the newest look. Before that look the screen showed at most one state, so nothing
     * moved, and the delay may change without a visible effect.
     */
    boolean motionBegins;

    /** Whether the time scale changed within the window. Gaps before and after such a change cannot be compared. */
    boolean scaleChanged;

    /**
     * Whether the reader missed states: they were published after the previous look, and fell out of the window before
     * the newest look.
     */
    boolean missed;

    /** How late the first of the states that were missed was, if it was published with the oldest of the window. */
    long missedLateNanos;

    /** The {@link StateInside#lifeOffset} of the newest state. */
    private int lifeOffset;

    /** Whether a receiver's states are those of another run since the newest look: the sender has started again. */
    boolean restarted;

    Arrivals(boolean isByFrames) {
        this.isByFrames = isByFrames;
    }

    /**
     * Measures a new window.
     *
     * @param beforeNanos the clock's time at the previous look or frame, which missed the new states
     */
    void look(StateReader window, long beforeNanos) {
        int size = window.size();
        State oldest = window.state(size - 1);
        State newest = window.state(0);
        first = newestTick == State.NO_TICK;
        motionBegins = first || gapNanos == 0 && size > 1;
        restarted = !first && StateInside.lifeOffset(newest) != lifeOffset;
        lifeOffset = StateInside.lifeOffset(newest);
        missed = !first && StateInside.predecessorTick(oldest) > newestTick;
        missedLateNanos = missed ? overdueNanos(StateInside.publishedNanos(oldest)) : 0;
        oldestNanos = oldest.simulationNanos();
        stepNanos = first ? 0 : newest.simulationNanos() - newestNanos;
        newestNanos = newest.simulationNanos();
        expectedLateNanos = StateInside.expectedLateNanos(newest);
        isWholeAgain = isThinned && !StateInside.isThinned(oldest) && !StateInside.isThinned(newest);
        isThinned = StateInside.isThinned(oldest);
        gapBeforeNanos = gapNanos;
        gapNanos = gap(window);
        for (int age = size - 1; age >= 0; age--) {
            State state = window.state(age);
            // An amended newest state has the same tick as before, but another anchor.
            if (state.tick() > newestTick || age == 0) {
                map.add(state);
            }
        }
        oldest.anchor(oldestAnchor);
        scaleChanged = oldestAnchor.scaleNumerator() != map.newest().scaleNumerator()
                || oldestAnchor.scaleDenominator() != map.newest().scaleDenominator();
        measureLateness(window, beforeNanos);
        newestTick = newest.tick();
    }

    private static long gap(StateReader window) {
        long gap = Long.MAX_VALUE;
        for (int age = window.size() - 1; age > 0; age--) {
            long each =
                    window.state(age - 1).simulationNanos() - window.state(age).simulationNanos();
            // A user of StatePublisher may publish several states of the same time.
            gap = each == 0 ? gap : Math.min(gap, each);
        }
        return gap == Long.MAX_VALUE ? 0 : gap;
    }

    /**
     * Measures the lateness of every new state. It skips all states in a pause, and states that were due before the
     * newest anchor. A thread may be interrupted between reading the time of publication and publishing. So a state
     * counts as published no earlier than at the previous frame, which missed it. If frames begin the steps, that is
     * all of its lateness: a step that is due before its frame begins cannot come sooner.
     */
    private void measureLateness(StateReader window, long beforeNanos) {
        TimeAnchor anchor = map.newest();
        lateCount = 0;
        for (int age = window.size() - 1; age >= 0; age--) {
            State state = window.state(age);
            boolean isNew = state.tick() > newestTick;
            if (isNew && !anchor.isPaused() && state.simulationNanos() > anchor.simulationNanos()) {
                // Before the first look there was no frame that could have missed a state.
                long dueNanos = anchor.wallAt(state.simulationNanos());
                long publishedNanos = StateInside.publishedNanos(state);
                long comesNanos = isByFrames ? Math.min(dueNanos, publishedNanos) : publishedNanos;
                long missedNanos = first ? 0 : Math.max(0, beforeNanos - comesNanos);
                lateNanos[lateCount++] = missedNanos + comesNanos - dueNanos + holeNanos(window, age);
            }
        }
    }

    /**
     * For how long there was nothing to show before a state, because two or more states before it are missing; 0 if
     * only one is, because a bridge hides one.
     */
    private long holeNanos(StateReader window, int age) {
        if (age + 1 == window.size()) {
            return 0;
        }
        long hole = window.state(age).simulationNanos() - window.state(age + 1).simulationNanos() - gapNanos;
        return hole > gapNanos ? Math.round(map.wall(hole)) : 0;
    }

    /** The gap that was measured at the previous look; zero if it cannot be compared with the current gap. */
    long comparableGapNanos() {
        return first || scaleChanged ? 0 : gapBeforeNanos;
    }

    /** For how long the next state has been overdue, in wall time. Negative before it is due; zero in a pause. */
    long overdueNanos(long nowNanos) {
        TimeAnchor anchor = map.newest();
        return anchor.isPaused() ? 0 : nowNanos - anchor.wallAt(newestNanos + gapNanos);
    }
}
