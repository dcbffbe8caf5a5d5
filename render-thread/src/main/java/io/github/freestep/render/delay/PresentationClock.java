package io.github.freestep.render.delay;

import io.github.freestep.render.picture.Bracket;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;
import java.util.function.LongUnaryOperator;

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
 * newer state comes. With a bridge it is that much beyond the newest state, otherwise it is the newest state.
 *
 * <p>While the target is within the limit, the clock shows the target. If a late state leaves the target beyond the
 * limit, the picture catches up: D is then whatever the {@link CatchUp} makes it, until it is the usual one again. So
 * after a stall the states drive the picture, and not the wall clock. The window may move past the time shown
 * meanwhile, so the picture needs a state from before: see {@code PictureStates}.
 */
public final class PresentationClock implements LongUnaryOperator {
    /**
     * Extrapolated motion slows down over the last {@code gap / DECAY} before its limit. While states come in time, the
     * motion does not get that far, because the picture lags behind by the same {@code gap / DECAY}.
     */
    private static final int DECAY = 8;

    /**
     * A bridge lasts one gap, but at least this, because states are late by milliseconds and not by gaps. At 200 states
     * a second, bridges of one gap leave 4 to 12 % judder if steps are jittery. It is a limit of wall time and of
     * simulation time: after fast motion the picture stands still for as long as the bridge had led it ahead.
     */
    private static final long LEAST_BRIDGE_NANOS = 10_000_000;

    /**
     * A receiver's bridges are longer, because a link that loses many states often loses two in a row, and the picture
     * would stand still for up to 9 ms each time. D does not count on the longer part: otherwise, states that are late
     * again and again would be left to bridges.
     */
    private static final long REMOTE_BRIDGE_NANOS = 20_000_000;

    /**
     * If no state is late any more, and the picture is older than necessary by at most this, it becomes younger so
     * slowly that this is hardly visible.
     */
    private static final long SLIGHTLY_OLDER_NANOS = 50_000_000;

    /** The share of {@link #earlierNanos} that is left after a frame. */
    private static final double EARLIER_LEFT = 255.0 / 256;

    private static final long UNPLANNED = Long.MIN_VALUE;

    private final Arrivals states;
    private final Lead lead = new Lead();
    private final AnchorMap map;
    private final Lateness lateness = new Lateness();
    private final Hidden hidden = new Hidden();
    private final AllowedLateness allowed;
    private final CatchUp catchUp = new CatchUp();
    private final Motion motion;

    private boolean running;
    private long nowNanos;

    /** D at the last frame. */
    private double delayNanos;

    /** What D should have been at the last frame. */
    private double usualBeforeNanos;

    /** Whether D jumps to the wanted one at the next frame, because nothing has moved yet. */
    private boolean begins = true;

    /** By how much frames are earlier than the host's, at most. It falls within seconds. */
    private double earlierNanos;

    /** The lead for which a pacer has planned the frame; {@link #UNPLANNED} without one. */
    private long plannedNanos = UNPLANNED;

    /** By how much D has grown because the lead has shrunk, and has not fallen since. */
    private double owedNanos;

    /** The latest reading of the clock so far. */
    private long latestNanos;

    private long shownNanos;

    /** By how much the next state was overdue at the last frame; negative if it was not due yet. */
    private long overdueNanos;

    /** Whether the newest look found states that are late because of a stall. Cleared when a frame responds. */
    private boolean stalled;

    /** Creates a clock; {@code isByFrames} if frames begin the steps, as with a stepper. */
    public PresentationClock(Motion motion, long allowedLatenessNanos, boolean isByFrames) {
        this.motion = motion;
        states = new Arrivals(isByFrames);
        map = states.map;
        allowed = new AllowedLateness(allowedLatenessNanos, motion == Motion.EXTRAPOLATED, isByFrames);
    }

    /**
     * Notes by how much the next frame is earlier than the host's frame, because it has the time of its refresh. It
     * needs older states by as much, and so does a later frame, so the window covers that much less of D.
     */
    public void noteEarlier(long nanos) {
        earlierNanos = Math.max(nanos, earlierNanos * EARLIER_LEFT);
    }

    /** Notes the lead for which a pacer has planned the next frame, so that it need not be learned. */
    public void notePlanned(long leadNanos) {
        plannedNanos = leadNanos;
    }

    /**
     * Moves on to a frame, and chooses the simulation time that it shows.
     *
     * @param clockNanos what the clock of the states read just before the window was acquired, plus what the refresh
     *     has added to the frame's time
     * @return the simulation time to show
     */
    public long chooseTime(long frameNanos, long clockNanos, StateReader window, boolean news) {
        long stepNanos = running ? Math.max(0, frameNanos - nowNanos) : 0;
        nowNanos = frameNanos;
        // The D with which the picture stays where it is, although the lead or the lag has changed.
        double keeps = delayNanos - newLead(plannedNanos == UNPLANNED ? frameNanos - clockNanos : plannedNanos);
        long beforeNanos = passTime(clockNanos);
        if (news) {
            states.look(window, beforeNanos);
            keeps -= newLag();
            measure(window.window());
        }
        overdueNanos = states.overdueNanos(clockNanos);
        shownNanos = timeToShow(keeps, stepNanos);
        running = true;
        plannedNanos = UNPLANNED;
        return shownNanos;
    }

    /** Lets lateness age until a reading of the clock. Returns the latest reading before. */
    private long passTime(long clockNanos) {
        long beforeNanos = running ? latestNanos : clockNanos;
        latestNanos = beforeNanos + Math.max(0, clockNanos - beforeNanos);
        if (running && isPaused() && !lateness.stalled) {
            // No state is due in a pause, so lateness does not age. During a stall, advance() passes the time.
            lateness.pass(latestNanos - beforeNanos);
        }
        lateness.advance(clockNanos);
        return beforeNanos;
    }

    private long timeToShow(double keepsNanos, long stepNanos) {
        double usual = allowed.usualNanos(lateness, hidden);
        boolean isFirst = begins;
        double aimed = isPaused() && running || catchUp.active ? keepsNanos : slewed(keepsNanos, stepNanos);
        // A catch-up keeps the states of the last picture. If it begins in this frame, the sampler has not kept them,
        // so the picture needs states of the window.
        long least = catchUp.active || !running ? shownNanos : Math.max(shownNanos, states.oldestNanos);
        long next = next(aimed, usual, stepNanos, least, isFirst);
        if (running) {
            return Math.max(least, next);
        }
        // Extrapolated motion is beyond the newest state from the first frame on, or the second one would jump.
        long most = motion == Motion.EXTRAPOLATED ? next : states.newestNanos;
        return Math.max(states.oldestNanos, Math.min(next, most));
    }

    private double slewed(double fromNanos, long stepNanos) {
        double wanted = allowed.wantedNanos(lateness, hidden, overdueNanos);
        boolean isOwed = owedNanos > 0;
        double result = begins ? wanted : allowed.slewed(fromNanos, wanted, stepNanos, lateness, hidden, isOwed);
        owedNanos = begins ? 0 : Math.max(0, owedNanos - Math.max(0, fromNanos - result));
        begins = false;
        return result;
    }

    /**
     * Follows the lead of frame times, which D does not include. If the usual lead changes slowly, D first changes by
     * the opposite amount, so the picture does not jump, and then returns slowly. If the lead jumps and stays there, D
     * would need seconds to return, so the picture jumps once, or waits. In a pause there is nothing to keep even.
     *
     * @return by how much the lead has grown, if D is to change by the opposite amount
     */
    private long newLead(long leadNanos) {
        long grown = 0;
        if (!running) {
            lead.begin(leadNanos);
        } else {
            long before = lead.mostNanos;
            boolean jumps = lead.follow(leadNanos);
            if (plannedNanos != UNPLANNED && leadNanos < lead.mostNanos) {
                lead.begin(leadNanos);
            }
            grown = jumps || isPaused() ? 0 : lead.mostNanos - before;
            // An unplanned lead varies by chance, as while a pacer does not know the display yet.
            owedNanos = Math.max(0, owedNanos - (plannedNanos == UNPLANNED ? 0 : grown));
        }
        hidden.spread(lead.spreadNanos());
        return grown;
    }

    /**
     * Returns by how much the lag has grown, in wall time, which keeps the picture steady while gaps vary, as they do
     * when a step merges several ticks. If the gap grows, D shrinks by as much, and then recovers slowly. If the gap
     * shrinks, D grows by as much. At a change of scale D stays the same, because gaps of different scales cannot be
     * compared. The picture then moves by the change of the gap.
     */
    private double newLag() {
        long before = states.comparableGapNanos();
        return before > 0 && allowed.adapts() && !isPaused() ? map.wall(lagNanos() - lagNanos(before)) : 0;
    }

    /** Measures what a new window says of lateness. */
    private void measure(int window) {
        if (states.motionBegins || states.restarted) {
            begins = true;
        }
        if (states.restarted) {
            // The new world has no body of the old one, so there is nothing to move on with.
            catchUp.end();
        }
        if (states.scaleChanged) {
            // A single late state lengthens D again, as for a new reader: older lateness predicts less.
            lateness.renew();
        }
        if (states.isWholeAgain) {
            // The link carries all states, so the picture need not wait for what was late before.
            lateness.forgetQueues();
            stalled = true;
        }
        // A window that is not full yet has lost no state, so it covers as much as a full one.
        long held = (window - 1) * states.gapNanos - lagNanos() - map.simulation(earlierNanos);
        hidden.window(held, map.wall(held), lateness.leastNanos());
        lateness.admitStalls(hidden.stallCoverNanos);
        // D counts only on the shorter bridge, even where motion continues for longer.
        long usualBridge = bridgeNanos(LEAST_BRIDGE_NANOS);
        double bridge = map.wall(usualBridge - states.gapNanos + lagNanos());
        hidden.states(bridge, map.wall(states.gapNanos), states.expectedLateNanos);
        double usual = allowed.usualNanos(lateness, hidden);
        if (states.missed && !states.motionBegins && overdueNanos > usual) {
            // Some states came and left the window between two frames. They were at least this late, even if those in
            // the window were not. If the oldest of those is late, too, they came together. Before motion begins, the
            // gap is not known, so no state is known to be overdue.
            boolean together = states.lateCount > 0 && states.lateNanos[0] > usual;
            measure(together ? states.missedLateNanos : overdueNanos);
        }
        for (int i = 0; i < states.lateCount; i++) {
            measure(states.lateNanos[i]);
        }
    }

    private void measure(long lateNanos) {
        lateness.add(lateNanos, hidden.stallNanos());
        stalled |= allowed.adapts() && lateness.stalled;
    }

    private long next(double aimedNanos, double usualNanos, long stepNanos, long least, boolean isFirst) {
        if (motion == Motion.NONE) {
            return states.newestNanos;
        }
        if (isPaused()) {
            delayNanos = aimedNanos;
            return slowedDown(paused(stepNanos));
        }
        return slowedDown(advanced(aimedNanos, usualNanos, stepNanos, least, isFirst));
    }

    /** Moves on while the simulation runs. If the picture waits for a state, D rises by as much at once. */
    private long advanced(double aimedNanos, double usualNanos, long stepNanos, long least, boolean isFirst) {
        // Nothing has moved yet, so a bridge would be a jump.
        long limit = isFirst && running ? states.newestNanos : limitNanos();
        double gap = map.wall(states.gapNanos);
        // At a new scale or with new gaps, the window may cover less than D. It would take seconds to slew D down to
        // that. Meanwhile the picture would jump by whole gaps, from one oldest state to the next.
        boolean isGone = Math.max(shownNanos, target(aimedNanos)) < states.oldestNanos;
        boolean isBehind = isGone || stalled && aimedNanos > usualNanos + gap;
        stalled = false;
        // If a state comes just after the end of a bridge, the picture waits for it, because a catch-up would take back
        // the whole bridge.
        long tolerated = states.gapNanos / DECAY;
        boolean isLate = target(aimedNanos) > limit && target(usualNanos) > limit + tolerated;
        if (running && !catchUp.active && states.gapNanos > 0 && (isBehind || isLate)) {
            catchUp.begin(states.isWholeAgain && aimedNanos - usualNanos <= SLIGHTLY_OLDER_NANOS);
        }
        double aimed = catchUp.active ? usualNanos : shortenedForDroppedTime(aimedNanos, stepNanos);
        long target = target(aimed);
        boolean catchesUp = catchUp.active;
        long moved = catchesUp ? caughtUp(usualNanos, stepNanos, limit, tolerated) : Math.min(target, limit);
        long next = Math.max(least, moved);
        // If a late state has just made the usual D longer, a picture that catches up is younger than that. It does not
        // wait, so its D is shorter by as much.
        double grown = catchesUp ? Math.max(0, usualNanos - usualBeforeNanos) : 0;
        usualBeforeNanos = usualNanos;
        delayNanos = aimed + Math.max(-grown, map.wall(target - next));
        return next;
    }

    /**
     * Shortens D if the picture would hardly move because the simulation has dropped time. By the new anchor, states
     * are late by less, so the picture proceeds with a shorter D, which becomes the usual one slowly.
     */
    private double shortenedForDroppedTime(double aimedNanos, long stepNanos) {
        long usualStep = map.simulation(stepNanos);
        boolean stands = running && stepNanos > 0 && target(aimedNanos) < shownNanos + usualStep / 2;
        long since = stands ? map.regainedNanos(shownNanos + lagNanos() + usualStep) : Long.MAX_VALUE;
        return since == Long.MAX_VALUE ? aimedNanos : Math.max(0, Math.min(aimedNanos, madeNanos() - since));
    }

    /** Moves on in a catch-up. D is then that of the picture, until it is the usual one. */
    private long caughtUp(double usualNanos, long stepNanos, long limit, long tolerated) {
        long aim = target(usualNanos);
        // Moves on as with the usual delay. So a new scale is shown when its states are.
        long moved = shownNanos + Math.max(0, aim - target(usualNanos + stepNanos));
        double behind = map.wall(aim - moved);
        double room = map.wall(states.newestNanos - lagNanos() - moved);
        double gone = map.wall(states.oldestNanos - moved);
        boolean isStall = lateness.stalled || overdueNanos > hidden.stallNanos();
        double advance = catchUp.advanceNanos(stepNanos, behind, gone, room, aim > limit + tolerated, isStall);
        // With a faster anchor, as of a backlog that is worked off, the excess would be a jump beyond all states.
        long most = Math.max(moved, shownNanos + catchUp.fastestNanos(states.stepNanos) + states.gapNanos);
        long end = Math.min(limit, most);
        long next = Math.max(shownNanos, Math.min(end, moved + map.simulation(advance - stepNanos)));
        if (next >= aim - 1) { // It may be rounded down.
            catchUp.end();
        }
        return next;
    }

    private long target(double delayNanos) {
        return map.at(madeNanos() - (long) delayNanos) - lagNanos();
    }

    /** The frame's time without the usual lead. This is the clock's time, or a little before it if the lead varies. */
    private long madeNanos() {
        return nowNanos - lead.mostNanos;
    }

    /** From when on a frame should have the states that it needs, if none is later than all have been lately. */
    @Override
    public long applyAsLong(long frameNanos) {
        if (!running) {
            return frameNanos;
        }
        long target = map.at(frameNanos - lead.mostNanos - (long) delayNanos) - lagNanos();
        long missing = target - longestBridgeNanos() - states.newestNanos;
        if (missing <= 0 || states.gapNanos == 0 || isPaused()) {
            return latestNanos;
        }
        long gaps = (missing + states.gapNanos - 1) / states.gapNanos;
        return map.newest().wallAt(states.newestNanos + gaps * states.gapNanos) + lateness.mostNanos();
    }

    /** The latest time that can be shown before a newer state comes. */
    private long limitNanos() {
        long slow = motion == Motion.EXTRAPOLATED ? states.gapNanos / DECAY : 0;
        return states.newestNanos + longestBridgeNanos() + slow;
    }

    /** For how long motion may continue beyond the newest state, in simulation time. */
    private long longestBridgeNanos() {
        return bridgeNanos(hidden.expectedNanos > 0 ? REMOTE_BRIDGE_NANOS : LEAST_BRIDGE_NANOS);
    }

    private long bridgeNanos(long wallNanos) {
        long least = Math.min(wallNanos, map.simulation(wallNanos));
        return Math.max(states.gapNanos, Math.min(Bracket.MOST_BRIDGED_GAPS * states.gapNanos, least));
    }

    /** Extrapolated motion does not stop abruptly at its limit, but slows down evenly over the last part. */
    private long slowedDown(long nanos) {
        double slow = (double) states.gapNanos / DECAY;
        double excess = nanos - (states.newestNanos + longestBridgeNanos() - slow);
        return motion != Motion.EXTRAPOLATED || excess <= 0 ? nanos : nanos - (long) (excess * excess / (4 * slow));
    }

    /**
     * The time to show in a pause. It moves on to the newest state as fast as before the pause. When extrapolating, it
     * moves on to the simulation time of the pause. After a single step it moves at the speed before the pause or that
     * of scale 1, whichever is faster.
     */
    private long paused(long stepNanos) {
        long end = motion == Motion.EXTRAPOLATED
                ? Math.min(map.newest().simulationNanos(), limitNanos())
                : states.newestNanos;
        TimeAnchor before = map.newestRunning();
        if (before == null || !running) {
            return end;
        }
        if (map.stepped()) {
            return Math.min(end, shownNanos + Math.max(stepNanos, fastest(stepNanos)));
        }
        long target = before.simulationAt(madeNanos() - (long) delayNanos) - lagNanos();
        // After a catch-up over a change of scale, D may be seconds too long, for which the picture would stand still.
        long next = target < shownNanos ? shownNanos + map.simulation(stepNanos) : target;
        return Math.min(end, Math.min(next, shownNanos + fastest(stepNanos)));
    }

    /** The most simulation time by which the picture may advance in the given wall time. */
    private long fastest(long stepNanos) {
        return map.simulation(stepNanos * (1 + AllowedLateness.FASTEST_SLEW));
    }

    /** The lag: the part of the delay that does not depend on lateness, in simulation time. */
    private long lagNanos() {
        return lagNanos(states.gapNanos);
    }

    private long lagNanos(long gapNanos) {
        if (motion == Motion.INTERPOLATED) {
            return gapNanos;
        }
        return motion == Motion.EXTRAPOLATED ? gapNanos / DECAY : 0;
    }

    /** Whether the picture catches up, so that it needs its states also if the next window no longer has them. */
    public boolean isCatchingUp() {
        return catchUp.active;
    }

    /** The lead, D and the lag, in wall time. */
    public double delayNanos() {
        return motion == Motion.NONE ? 0 : lead.mostNanos + delayNanos + map.wall(lagNanos());
    }

    public boolean isPaused() {
        return map.newest().isPaused();
    }

    public long gapNanos() {
        return states.gapNanos;
    }

    /** The wall time that a span of simulation time takes at the current scale. */
    public double wall(long simulationNanos) {
        return map.wall(simulationNanos);
    }

    /**
     * Limits a shown time to the simulation time that has been reached. The shown time can be later than that if it was
     * bridged and the simulation then dropped time. The motion that was shown up to there never happens.
     */
    public long happened(long simulationNanos) {
        return motion == Motion.NONE ? simulationNanos : Math.min(simulationNanos, map.at(latestNanos));
    }

    /** The simulation time at the frame's time, without the delay. */
    public long currentSimulationNanos() {
        return map.at(nowNanos);
    }
}
