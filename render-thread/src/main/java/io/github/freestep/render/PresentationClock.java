package io.github.freestep.render;

import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;

/**
 * Decides which simulation time a reader shows at a frame's time: {@code S(now - lead - D) - lag}. That time never
 * decreases. For one reader; allocates nothing. {@code now} is the time of the frame, and the lead is the greatest
 * usual {@link Lead}.
 *
 * <p>S maps wall time to simulation time, as {@link Arrivals} measures it. D is the {@link AllowedLateness}. The lag is
 * the gap between neighbouring states if motion is interpolated, an eighth of the gap if it is extrapolated, and zero
 * if the newest state is shown.
 *
 * <p>The <i>target</i> is {@code S(now - D) - lag}. The <i>limit</i> is the latest time that can be shown before a
 * newer state comes. With a bridge it is one gap beyond the newest state, otherwise it is the newest state. The window
 * <i>covers</i> a D if it still has the states to show with that D. A <i>stall</i> is a lateness that neither the
 * window nor a bridge can hide.
 *
 * <table>
 *   <caption>What the clock does while time is not paused</caption>
 *   <tr><th>state</th><th>begins when</th><th>time shown</th></tr>
 *   <tr><td>steady</td><td>the target is within the limit</td><td>the target</td></tr>
 *   <tr><td>held up</td><td>a late state leaves the target beyond the limit</td><td>the limit. D grows by
 *       {@code target - limit}, if the window covers that longer D</td></tr>
 *   <tr><td>catching up</td><td>the target is more than 1.5 gaps beyond the limit; or after a stall D is longer than
 *       usual by more than a gap</td><td>moves on at the clock's rate, within the limit. It then jumps once, to where
 *       it would be without the stall. It does so as soon as that is within the limit, and the newest state is late by
 *       no more than the usual D and a bridge hide together, or no more than the greatest lateness of the last
 *       seconds</td></tr>
 *   <tr><td>holding, while catching up</td><td>the window has moved past the time shown and the next time to show</td>
 *       <td>stands still</td></tr>
 *   <tr><td>lasting, while catching up</td><td>the clock was holding for 0.6 s: this is overload and no stall</td>
 *       <td>as in the first two rows. Ends when the target is within the limit</td></tr>
 * </table>
 */
final class PresentationClock {
    /**
     * The longest time for which the picture is held after a stall. The default policy allows a backlog of a quarter of
     * a second. If steps take less than 70 % of a tick, the simulation catches up with that within this time. If it
     * takes longer, this is overload and no stall, and must not freeze the picture.
     */
    private static final long LONGEST_HOLD_NANOS = 600_000_000;

    /**
     * Extrapolated motion slows down over the last {@code gap / DECAY} before its limit. While states come in time, the
     * motion does not get that far, because the picture lags behind by the same {@code gap / DECAY}.
     */
    private static final int DECAY = 8;

    private final Arrivals states = new Arrivals();
    private final Lead lead = new Lead();
    private final AnchorMap map = states.map;
    private final AllowedLateness allowed;
    private final FrameMode mode;
    private final boolean carriesOn;

    private boolean running;
    private long nowNanos;

    /** The latest reading of the clock so far. */
    private long latestNanos;

    private long shownNanos;

    /** By how much the next state was overdue at the last frame; negative if it was not due yet. */
    private long overdueNanos;

    /** Whether the newest look found states that are late because of a stall. Cleared when a frame responds. */
    private boolean stalled;

    private Phase phase = Phase.FOLLOWING;

    /** Since when the phase is HOLDING; the last frame in all other phases. */
    private long heldSinceNanos;

    /** How the picture responds to a stall: see the table above. */
    private enum Phase {
        /** Steady or held up: there is no stall. */
        FOLLOWING,
        /** Moves on at the clock's rate, until it jumps. */
        CATCHING_UP,
        /** Stands still, until it jumps. */
        HOLDING,
        /** Was held for {@link #LONGEST_HOLD_NANOS}. So this is no stall, and the picture moves as when following. */
        LASTING;

        private static final Phase[] ALL = values();

        boolean isToJump() {
            return this == CATCHING_UP || this == HOLDING;
        }
    }

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
     * @param clockNanos what the clock of the states read just before the window was acquired, plus what snapping has
     *     added to the frame's time
     * @return the simulation time to show
     */
    long show(long frameNanos, long clockNanos, StateReader window, boolean news) {
        long stepNanos = running ? Math.max(0, frameNanos - nowNanos) : 0;
        long beforeNanos = running ? nowNanos - lead.nanos() : clockNanos;
        nowNanos = frameNanos;
        follow(frameNanos - clockNanos);
        if (!running || clockNanos - latestNanos > 0) {
            latestNanos = clockNanos;
        }
        if (running && isPaused()) {
            allowed.pass(Math.max(0, clockNanos - beforeNanos));
        }
        allowed.advance(clockNanos);
        if (news) {
            states.look(window, beforeNanos);
            follow(window.window());
        }
        overdueNanos = states.overdueNanos(clockNanos);
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

    /**
     * Follows the lead of frame times, which D does not include. If the usual lead changes slowly, D first changes by
     * the opposite amount, so the picture does not jump, and then returns slowly. If the lead jumps and stays there, D
     * would need seconds to return, so the picture jumps once, or waits. In a pause there is nothing to keep even.
     */
    private void follow(long leadNanos) {
        if (!running) {
            lead.begin(leadNanos);
        } else {
            long before = lead.mostNanos();
            boolean jumps = lead.follow(leadNanos);
            if (!jumps && !isPaused()) {
                allowed.set(allowed.nanos() + before - lead.mostNanos());
            }
        }
        allowed.spread(lead.spreadNanos());
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
        // A window that is not full yet has lost no state, so it covers as much as a full one.
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
     * Keeps the picture steady while gaps vary, as they do when a step merges several ticks. If the gap grows,
     * D shrinks by as much, and then recovers slowly. If the gap shrinks, D grows by as much. At a change of
     * scale D stays the same, because gaps of different scales cannot be compared. The picture then moves by
     * the change of the gap.
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
     * Whether the picture is held. After a stall, states come in faster than time passes, and the window can move past
     * both the shown time and the next time to show. The picture then waits, to jump once instead of in every frame.
     */
    private boolean holds(long next) {
        boolean fallen = next < states.oldestNanos && shownNanos < states.oldestNanos && !isPaused();
        if (!fallen || phase != Phase.HOLDING) {
            heldSinceNanos = nowNanos;
        }
        if (phase.isToJump()) {
            Phase held = nowNanos - heldSinceNanos < LONGEST_HOLD_NANOS ? Phase.HOLDING : Phase.LASTING;
            phase = fallen ? held : Phase.CATCHING_UP;
        }
        return phase == Phase.HOLDING;
    }

    private void catchUpIf(boolean stall) {
        phase = stall && phase == Phase.FOLLOWING ? Phase.CATCHING_UP : phase;
    }

    private long advanced(double want, long stepNanos) {
        if (target(allowed.nanos()) < states.oldestNanos) {
            // At a new scale or with new gaps, the window may cover less than D. It would take seconds to slew D down
            // to that. Meanwhile the picture would jump by whole gaps, from one oldest state to the next.
            allowed.cut();
        }
        long target = target(allowed.nanos());
        long limit = limitNanos();
        // While the picture was held up, D grew, as for any lateness. If the cause turns out to be a stall, D goes back
        // to the usual value at the end of catching up.
        catchUpIf(stalled && allowed.nanos() > allowed.usualNanos() + map.wall(states.gapNanos));
        stalled = false;
        if (phase.isToJump()) {
            // The one jump goes to where the picture would be without the stall. It comes when that is within the
            // limit, and the newest state is no later than the usual D and a bridge hide together, or no later than the
            // greatest lateness of the last seconds. An earlier jump would cause a second one.
            double usual = allowed.usualNanos();
            long jump = target(usual);
            double bridged = usual + (carriesOn ? map.wall(states.gapNanos) : 0);
            if (jump > limit || states.newestLateNanos() > Math.max(bridged, allowed.mostLateNanos())) {
                return Math.min(limit, shownNanos + fastest(stepNanos));
            }
            phase = Phase.FOLLOWING;
            allowed.set(usual);
            return jump;
        }
        if (target <= limit || states.gapNanos == 0) {
            phase = Phase.FOLLOWING;
            return Math.min(target, limit);
        }
        // A late state holds up the picture, which falls further behind with every frame. Its delay is then as if D
        // were longer by target - limit. If the window covers that longer D, D becomes that long, and then falls
        // slowly. If not, the picture jumps once, as soon as there is a state to jump to. Until then it moves no faster
        // than time.
        double held = allowed.nanos() + map.wall(target - limit);
        if (allowed.adapts() && allowed.covers(held) && held - want <= map.wall(states.gapNanos)) {
            allowed.hold(held);
        }
        // A distance of less than 1.5 gaps looks better in a few small jumps, a longer distance in a single jump.
        catchUpIf(target - limit > 3 * states.gapNanos / 2);
        return phase.isToJump() ? Math.min(limit, shownNanos + fastest(stepNanos)) : limit;
    }

    private long target(double delayNanos) {
        return map.at(madeNanos() - (long) delayNanos) - lagNanos();
    }

    /** The frame's time without the usual lead. This is the clock's time, or a little before it if the lead varies. */
    private long madeNanos() {
        return nowNanos - lead.mostNanos();
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
        long target = before.simulationAt(madeNanos() - (long) allowed.nanos()) - lagNanos();
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

    /** Whether to keep the last picture, because the window no longer has the states of the time that it shows. */
    boolean isHolding() {
        return phase == Phase.HOLDING;
    }

    /** The lead, D and the lag, in wall time. */
    double delayNanos() {
        return mode == FrameMode.LATEST ? 0 : lead.mostNanos() + allowed.nanos() + map.wall(lagNanos());
    }

    boolean isPaused() {
        return map.newest().isPaused();
    }

    long gapNanos() {
        return states.gapNanos;
    }

    /** The wall time that a span of simulation time takes at the current scale. */
    double wall(long simulationNanos) {
        return map.wall(simulationNanos);
    }

    /**
     * Limits a shown time to the simulation time that has been reached. The shown time can be later than that if it was
     * bridged and the simulation then dropped time. The motion that was shown up to there never happens.
     */
    long happened(long simulationNanos) {
        return mode == FrameMode.LATEST ? simulationNanos : Math.min(simulationNanos, map.at(latestNanos));
    }

    /** The simulation time at the frame's time, without the delay. */
    long currentSimulationNanos() {
        return map.at(nowNanos);
    }

    /** Saves or restores the inner state. */
    void state(SamplerState state) {
        running = state.next(running);
        nowNanos = state.next(nowNanos);
        latestNanos = state.next(latestNanos);
        shownNanos = state.next(shownNanos);
        overdueNanos = state.next(overdueNanos);
        stalled = state.next(stalled);
        phase = Phase.ALL[state.next(phase.ordinal(), 0, Phase.ALL.length - 1)];
        heldSinceNanos = state.next(heldSinceNanos);
        states.state(state);
        allowed.state(state);
    }

    boolean hasLead() {
        return lead.exists();
    }

    /** Saves or restores the lead. It comes after the other numbers, because it may have none. */
    void leadState(SamplerState state) {
        lead.state(state);
    }

    /** Jumps to the allowed lateness that is wanted next: after a restored state was given other options. */
    void beginAgain() {
        allowed.begin();
    }
}
