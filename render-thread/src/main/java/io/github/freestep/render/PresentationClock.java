package io.github.freestep.render;

import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;

/**
 * Decides which simulation time a reader shows at a wall time: {@code S(now - D) - lag}, never decreasing. For one
 * reader; allocates nothing.
 *
 * <p>S is the timeline's map, as {@link Arrivals} measures it. D is the {@link AllowedLateness}. The lag is the gap
 * between neighbouring states when the mode is to interpolate, and an eighth of it when it is to extrapolate. A state
 * that is later than D is bridged: the motion continues for at most one gap beyond the newest state, and then holds.
 */
final class PresentationClock {
    /**
     * The default policy allows a backlog of a quarter of a second. Steps of less than 70 % of a tick catch up with it
     * within this time. What takes longer is no stall, and must not freeze the picture.
     */
    private static final long LONGEST_HOLD_NANOS = 600_000_000;

    /**
     * The part of a gap over which extrapolated motion slows down before it holds. It is not used while states come in
     * time, because the picture is behind by as much.
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

    /** For how long the next state had been due in the previous frame. */
    private long overdueNanos;

    /** Whether states that were late because of a stall have come, and no frame has responded to that yet. */
    private boolean stalled;

    private boolean catchingUp;
    private boolean holding;
    private long heldSinceNanos;

    /** Whether it has held for too long. Then this is no stall, and the picture follows as well as it can. */
    private boolean lasting;

    PresentationClock(FrameMode mode, long allowedLatenessNanos, boolean bridge) {
        this(mode, allowedLatenessNanos, 0, bridge);
    }

    /**
     * The allowed lateness may be {@link AllowedLateness#ADAPTIVE}, and is then at first no less than the initial one.
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
        // A host's frame time from the future matters only until the next frame.
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
    private void follow(int depth) {
        if (states.motionBegins()) {
            allowed.begin();
        }
        if (states.scaleChanged()) {
            allowed.renew();
        }
        followGap();
        // A window that is still filling has lost no state, so it covers as much as a full one.
        long held = (depth - 1) * states.gapNanos - lagNanos();
        allowed.covers(held, map.wall(held), carriesOn ? map.wall(lagNanos()) : 0);
        if (states.missed() && overdueNanos > allowed.stallNanos()) {
            // States that came and went meanwhile were at least this late; those that are left may not have been.
            stalled |= allowed.measure(overdueNanos);
        }
        for (int i = 0; i < states.lateCount(); i++) {
            stalled |= allowed.measure(states.lateNanos(i));
        }
    }

    /**
     * Keeps the picture steady while gaps vary, as those of merged steps do: what the gap gains the allowed
     * lateness loses, and gets back slowly. Gaps cannot be compared across a change of scale, so there the picture
     * moves with them.
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
     * Whether the shown time has left the window and the time to show is not in it yet: after a stall, while states
     * come in faster than time. The picture then stands still, to jump once and not in every frame.
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
            // The window covers less at a new scale or with new gaps. Slewing there would take seconds, in which the
            // picture would jump by whole gaps, from one oldest state to the next.
            allowed.cut();
        }
        long target = target(allowed.nanos());
        long limit = limitNanos();
        // The picture was held up as if by lateness. If that turns out to be a stall, that delay is not kept.
        catchingUp |= stalled && allowed.nanos() > allowed.usualNanos() + map.wall(states.gapNanos);
        stalled = false;
        if (catchingUp && !lasting) {
            // The one jump goes to where the picture should be, and not to where the stall has left it. It waits
            // until states are no later than usual, or than can be bridged from there; otherwise there would be a
            // second jump.
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
        // The picture is held up, and falls further behind with every frame. The part that the window covers is kept as
        // delay, and given back slowly. Beyond that the picture jumps once, as soon as there is a state to jump to, and
        // until then moves no faster than time.
        double held = allowed.nanos() + map.wall(target - limit);
        if (allowed.adapts() && allowed.covers(held) && held - want <= map.wall(states.gapNanos)) {
            allowed.hold(held);
        }
        // A short distance looks better in a few small jumps; from about here on, one jump looks better.
        catchingUp |= target - limit > 3 * states.gapNanos / 2;
        return catchingUp && !lasting ? Math.min(limit, shownNanos + fastest(stepNanos)) : limit;
    }

    private long target(double delayNanos) {
        return map.at(nowNanos - (long) delayNanos) - lagNanos();
    }

    /** No time after this is shown before a newer state has come. */
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
     * Moves on, as if time ran, to the newest state; or to the present if that is what is shown. It moves on to single
     * steps at that speed too, and no slower than at scale 1.
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

    /** The most simulation time that may pass in the time of a frame. */
    private long fastest(long stepNanos) {
        TimeAnchor anchor = map.newestRunning();
        return (long)
                (stepNanos * (1 + AllowedLateness.FASTEST_SLEW) * anchor.scaleNumerator() / anchor.scaleDenominator());
    }

    /** By how much a picture is always behind, in simulation time. */
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

    /** Whether to keep the picture as it is, because the window has nothing for the time that is shown. */
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
     * The part of a shown time that has happened. Dropped time can leave the clock ahead of the present, and what was
     * bridged by then never happens.
     */
    long happened(long simulationNanos) {
        return mode == FrameMode.LATEST ? simulationNanos : Math.min(simulationNanos, map.at(latestNanos));
    }

    /** Simulation time itself, at the frame's time. */
    long currentSimulationNanos() {
        return map.at(nowNanos);
    }
}
