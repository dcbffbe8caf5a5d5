package io.github.freestep.render;

import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;

/**
 * Decides which simulation time a reader shows at a wall time: {@code S(now - D) - lag}. That time never decreases. For
 * one reader; allocates nothing.
 *
 * <p>S is the timeline's map, as {@link Arrivals} measures it. D is the {@link AllowedLateness}. The lag is the gap
 * between neighbouring states if motion is interpolated, and an eighth of the gap if it is extrapolated. A state that
 * is later than D is bridged: the motion continues for at most one gap beyond the newest state, and then holds.
 */
final class PresentationClock {
    /**
     * The longest time for which the picture stands still after a stall. The default policy allows a backlog of a
     * quarter of a second. If steps take less than 70 % of a tick, the simulation catches up within this time. If it
     * takes longer, this is overload and no stall, and must not freeze the picture.
     */
    private static final long LONGEST_HOLD_NANOS = 600_000_000;

    /**
     * Extrapolated motion slows down over {@code gap / DECAY} before it holds. While states come in time, motion does
     * not get that far, because the picture lags behind by the same {@code gap / DECAY}.
     */
    private static final int DECAY = 8;

    private final Arrivals states = new Arrivals();
    private final AnchorMap map = states.map;
    private final AllowedLateness allowed;
    private final FrameMode mode;
    private final boolean carriesOn;

    private boolean running;
    private long nowNanos;

    /** The latest frame time so far. */
    private long latestNanos;

    private long shownNanos;

    /** For how long the next state had been due at the last frame. */
    private long overdueNanos;

    /** Whether states came late because of a stall, and the clock has not responded in a frame yet. */
    private boolean stalled;

    private boolean catchingUp;
    private boolean holding;
    private long heldSinceNanos;

    /**
     * Whether the picture was held for too long. Then this is no stall, so the picture moves again and follows
     * the states.
     */
    private boolean lasting;

    PresentationClock(FrameMode mode, long allowedLatenessNanos, boolean bridge) {
        this(mode, allowedLatenessNanos, 0, bridge);
    }

    /**
     * If the allowed lateness is {@link AllowedLateness#ADAPTIVE}, it is at least the initial one during
     * the first second.
     */
    PresentationClock(FrameMode mode, long allowedLatenessNanos, long initialNanos, boolean bridge) {
        this.mode = mode;
        allowed = new AllowedLateness(allowedLatenessNanos, initialNanos);
        if (mode == FrameMode.EXTRAPOLATE) {
            allowed.spare();
        }
        carriesOn = bridge || mode == FrameMode.EXTRAPOLATE;
    }

    /**
     * Moves on to a frame.
     *
     * @return the simulation time to show
     */
    long show(long frameNanos, StateReader window, boolean news) {
        long stepNanos = running ? Math.max(0, frameNanos - nowNanos) : 0;
        // A host may pass a frame time in the future. It matters only until the next frame.
        long beforeNanos = running ? nowNanos : frameNanos;
        nowNanos = frameNanos;
        if (!running || nowNanos - latestNanos > 0) {
            latestNanos = nowNanos;
        }
        if (running && isPaused()) {
            allowed.pass(stepNanos);
        }
        allowed.advance(nowNanos);
        if (news) {
            states.look(window, beforeNanos);
            follow(window.window());
        }
        overdueNanos = states.overdueNanos(nowNanos);
        double want = allowed.wantNanos(overdueNanos);
        if (!running || !isPaused()) {
            allowed.slew(want, stepNanos);
        }
        long next = next(want, stepNanos);
        if (!running) {
            shownNanos = Math.max(states.oldestNanos, Math.min(next, states.newestNanos));
        } else if (!holds(next)) {
            shownNanos = Math.max(shownNanos, Math.max(next, states.oldestNanos));
        }
        running = true;
        return shownNanos;
    }

    /** Adapts the allowed lateness to a new window. */
    private void follow(int window) {
        if (states.motionBegins()) {
            allowed.begin();
        }
        if (states.scaleChanged()) {
            allowed.renew();
        }
        followGap();
        // A window that is still filling has lost no state, so it covers as much as a full one.
        long held = (window - 1) * states.gapNanos - lagNanos();
        allowed.covers(held, map.wall(held), carriesOn ? map.wall(lagNanos()) : 0);
        if (states.missed() && overdueNanos > allowed.stallNanos()) {
            // Some states came and left the window between two frames. They were at least this late, even if those in
            // the window were not.
            stalled |= allowed.measure(overdueNanos);
        }
        for (int i = 0; i < states.lateCount(); i++) {
            stalled |= allowed.measure(states.lateNanos(i));
        }
    }

    /**
     * Keeps the picture steady while gaps vary, as they do when steps are merged. If the gap grows, D shrinks by as
     * much, and then recovers slowly. If the gap shrinks, D grows by as much. At a change of scale D stays and the
     * picture moves with the gap, because gaps of different scales cannot be compared.
     */
    private void followGap() {
        long before = states.comparableGapNanos();
        if (before > 0 && allowed.adapts() && !isPaused()) {
            allowed.set(allowed.nanos() - map.wall(lagNanos() - lagNanos(before)));
        }
    }

    private long next(double want, long stepNanos) {
        if (mode == FrameMode.LATEST) {
            return states.newestNanos;
        }
        return slowedDown(isPaused() ? paused(stepNanos) : advanced(want, stepNanos));
    }

    /**
     * Whether the picture stands still. After a stall, states come in faster than time, and the window can move past
     * both the shown time and the next time to show. The picture then waits, to jump once instead of in every frame.
     */
    private boolean holds(long next) {
        boolean fallen = catchingUp && next < states.oldestNanos && shownNanos < states.oldestNanos && !isPaused();
        if (!fallen || !holding) {
            heldSinceNanos = nowNanos;
        }
        holding = fallen && !lasting && nowNanos - heldSinceNanos < LONGEST_HOLD_NANOS;
        lasting = catchingUp && (lasting || fallen && !holding);
        return holding;
    }

    private long advanced(double want, long stepNanos) {
        if (target(allowed.nanos()) < states.oldestNanos) {
            // At a new scale or with new gaps, the window covers less. Slewing D to that would take seconds. Meanwhile
            // the picture would jump by whole gaps, from one oldest state to the next.
            allowed.cut();
        }
        long target = target(allowed.nanos());
        long limit = limitNanos();
        // D grew while the picture was held up, as it does for any lateness. If the cause turns out to be a stall, D
        // goes back.
        catchingUp |= stalled && allowed.nanos() > allowed.usualNanos() + map.wall(states.gapNanos);
        stalled = false;
        if (catchingUp && !lasting) {
            // The one jump goes to where the picture would be without the stall. It waits until states are no later
            // than usual, or no later than a bridge can hide after the jump. An earlier jump would cause a second one.
            double usual = allowed.usualNanos();
            long jump = target(usual);
            double bridged = usual + (carriesOn ? map.wall(states.gapNanos) : 0);
            if (jump > limit || states.newestLateNanos() > Math.max(bridged, allowed.mostLateNanos())) {
                return Math.min(limit, shownNanos + fastest(stepNanos));
            }
            catchingUp = false;
            allowed.set(usual);
            return jump;
        }
        if (target <= limit || states.gapNanos == 0) {
            catchingUp = false;
            return Math.min(target, limit);
        }
        // The picture is held up by a late state, and falls further behind with every frame. If the window covers that
        // delay, D becomes that long, and then falls slowly. If not, the picture jumps once, as soon as there is a
        // state to jump to. Until then it moves no faster than time.
        double held = allowed.nanos() + map.wall(target - limit);
        if (allowed.adapts() && allowed.covers(held) && held - want <= map.wall(states.gapNanos)) {
            allowed.hold(held);
        }
        // A shorter distance than this looks better in a few small jumps, a longer one in a single jump.
        catchingUp |= target - limit > 3 * states.gapNanos / 2;
        return catchingUp && !lasting ? Math.min(limit, shownNanos + fastest(stepNanos)) : limit;
    }

    private long target(double delayNanos) {
        return map.at(nowNanos - (long) delayNanos) - lagNanos();
    }

    /** The latest time that can be shown before a newer state comes. */
    private long limitNanos() {
        long slow = mode == FrameMode.EXTRAPOLATE ? states.gapNanos / DECAY : 0;
        return states.newestNanos + (carriesOn ? states.gapNanos + slow : 0);
    }

    /** Extrapolated motion does not stop abruptly at its limit, but slows down evenly over the last part. */
    private long slowedDown(long nanos) {
        double slow = (double) states.gapNanos / DECAY;
        double excess = nanos - (states.newestNanos + states.gapNanos - slow);
        return mode != FrameMode.EXTRAPOLATE || excess <= 0 ? nanos : nanos - (long) (excess * excess / (4 * slow));
    }

    /**
     * The time to show in a pause. It moves on to the newest state as fast as before the pause. When extrapolating, it
     * moves on to the simulation time of the pause. After a single step it moves at the speed before the pause or that
     * of scale 1, whichever is faster.
     */
    private long paused(long stepNanos) {
        long end = mode == FrameMode.EXTRAPOLATE
                ? Math.min(map.newest().simulationNanos(), limitNanos())
                : states.newestNanos;
        TimeAnchor before = map.newestRunning();
        if (before == null || !running) {
            return end;
        }
        if (map.stepped()) {
            return Math.min(end, shownNanos + Math.max(stepNanos, fastest(stepNanos)));
        }
        long target = before.simulationAt(nowNanos - (long) allowed.nanos()) - lagNanos();
        return Math.min(end, Math.min(target, shownNanos + fastest(stepNanos)));
    }

    /** The most simulation time by which the picture may advance in the given wall time. */
    private long fastest(long stepNanos) {
        TimeAnchor anchor = map.newestRunning();
        return (long)
                (stepNanos * (1 + AllowedLateness.FASTEST_SLEW) * anchor.scaleNumerator() / anchor.scaleDenominator());
    }

    /** The lag: the part of the delay that does not depend on lateness, in simulation time. */
    private long lagNanos() {
        return lagNanos(states.gapNanos);
    }

    private long lagNanos(long gapNanos) {
        return switch (mode) {
            case INTERPOLATE -> gapNanos;
            case EXTRAPOLATE -> gapNanos / DECAY;
            case LATEST -> 0;
        };
    }

    /** Whether to keep the picture as it is, because the window no longer has the states of the time that is shown. */
    boolean isHolding() {
        return holding;
    }

    /** D and the lag, in wall time. */
    double delayNanos() {
        return mode == FrameMode.LATEST ? 0 : allowed.nanos() + map.wall(lagNanos());
    }

    boolean isPaused() {
        return map.newest().isPaused();
    }

    long gapNanos() {
        return states.gapNanos;
    }

    /** The wall time of a span of simulation time. */
    double wall(long simulationNanos) {
        return map.wall(simulationNanos);
    }

    /**
     * Limits a shown time to the simulation time that has been reached. If time is dropped, the shown time can be ahead
     * of that, and the motion that was bridged up to there never happens.
     */
    long happened(long simulationNanos) {
        return mode == FrameMode.LATEST ? simulationNanos : Math.min(simulationNanos, map.at(latestNanos));
    }

    /** The simulation time at the frame's time, without the delay. */
    long currentSimulationNanos() {
        return map.at(nowNanos);
    }
}
