package io.github.freestep.render;

import io.github.freestep.state.State;
import io.github.freestep.state.StateSubscriber;
import io.github.freestep.time.Anchor;

/**
 * What simulation time a reader shows at a wall time: {@code S(now - D) - lag}, never decreasing. For one reader; allocates
 * nothing.
 *
 * <p>S is the timeline's map, D the {@link LookBehind}, and the lag is the gap between neighbouring states where the mode is to
 * interpolate, and an eighth of it where it is to extrapolate. A state that is later than D is bridged: the motion goes on
 * for at most one gap beyond the newest, and then holds.
 */
final class PresentationClock {
    /**
     * What the default policy owes at the most, a quarter of a second, is caught up within this by steps of less than 70 % of
     * a tick. What takes longer is no stall, and must not freeze the picture.
     */
    private static final long LONGEST_HOLD_NANOS = 600_000_000;

    /**
     * The part of a gap over which extrapolated motion slows down before it holds. As states come in time it is not used: the
     * picture is behind by as much.
     */
    private static final int DECAY = 8;

    private final AnchorMap map = new AnchorMap();
    private final LookBehind lookBehind;
    private final Mode mode;
    private final boolean carriesOn;

    private final Anchor oldestAnchor = new Anchor();

    private int known;
    private long newestTick = State.NO_TICK;
    private long newestNanos;
    private long oldestNanos;
    private long gapNanos;

    /** Of the newest state. */
    private long lateNanos;

    /** For how long there should have been another, in the last frame. */
    private long overdueNanos;

    private boolean running;
    private long nowNanos;

    /** When the frame before was, and the latest that there ever was. */
    private long beforeNanos;

    private long latestNanos;

    private long shownNanos;

    /** States have come that were late because of a stall. */
    private boolean stalled;

    private boolean catchingUp;
    private boolean holding;
    private long heldSinceNanos;

    /** It has held for too long: this is no stall, and is followed as well as it goes. */
    private boolean lasting;

    /** The look-behind may be {@link LookBehind#ADAPTIVE}. */
    PresentationClock(Mode mode, long lookBehindNanos, boolean bridge) {
        this.mode = mode;
        lookBehind = new LookBehind(lookBehindNanos);
        carriesOn = bridge || mode == Mode.EXTRAPOLATE;
    }

    /**
     * Moves on to a frame.
     *
     * @return the simulation time to show
     */
    long show(long frameNanos, StateSubscriber window, boolean news) {
        long stepNanos = running ? Math.max(0, frameNanos - nowNanos) : 0;
        // A host's reading from the future is forgotten with the next.
        beforeNanos = running ? nowNanos : frameNanos;
        nowNanos = frameNanos;
        if (!running || nowNanos - latestNanos > 0) {
            latestNanos = nowNanos;
        }
        if (running && paused()) {
            lookBehind.pass(stepNanos);
        }
        lookBehind.advance(nowNanos);
        if (news) {
            look(window);
        }
        double want = wantNanos();
        if (!running || !paused()) {
            lookBehind.slew(want, stepNanos);
        }
        long next = next(want, stepNanos);
        if (!running) {
            shownNanos = Math.max(oldestNanos, Math.min(next, newestNanos));
        } else if (!holds(next)) {
            shownNanos = Math.max(shownNanos, Math.max(next, oldestNanos));
        }
        running = true;
        return shownNanos;
    }

    private long next(double want, long stepNanos) {
        if (mode == Mode.LATEST) {
            return newestNanos;
        }
        return slowedDown(paused() ? paused(stepNanos) : advanced(want, stepNanos));
    }

    /**
     * Whether what is shown has fallen out of the window, and what should be shown is not in it yet: after a stall, as long
     * as states come in faster than time. The picture then stands still, to jump once and not in every frame.
     */
    private boolean holds(long next) {
        boolean fallen = catchingUp && next < oldestNanos && shownNanos < oldestNanos && !paused();
        if (!fallen || !holding) {
            heldSinceNanos = nowNanos;
        }
        holding = fallen && !lasting && nowNanos - heldSinceNanos < LONGEST_HOLD_NANOS;
        lasting = catchingUp && (lasting || fallen && !holding);
        return holding;
    }

    private void look(StateSubscriber window) {
        State newest = window.state(0);
        int size = window.size();
        if (size > known) {
            // While a window fills up it covers more and more, and there is no motion yet that could be warped.
            lookBehind.begin();
            known = size;
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
        change(gap == Long.MAX_VALUE ? 0 : gap, window);
        lookBehind.covers(wall((size - 1) * gapNanos - lagNanos()), carriesOn ? wall(lagNanos()) : 0);
        boolean missed = window.state(size - 1).predecessorTick() > newestTick;
        if (running && missed && overdueNanos > lookBehind.stallNanos()) {
            // States that have come and gone since were at least as late as this, and those that are left may not be.
            stalled |= lookBehind.measure(overdueNanos);
        }
        for (int age = size - 1; age >= 0; age--) {
            State state = window.state(age);
            if (state.tick() > newestTick) {
                measure(state);
            }
        }
        newestTick = newest.tick();
    }

    /**
     * Where gaps vary, as those of merged steps do, the picture does not: what the gap gains the look-behind loses, and has
     * back by and by. Across a change of scale gaps can't be compared, and the picture goes with them.
     */
    private void change(long newGapNanos, StateSubscriber window) {
        window.state(window.size() - 1).anchor(oldestAnchor);
        Anchor anchor = map.newest();
        boolean alike = oldestAnchor.scaleNumerator() == anchor.scaleNumerator()
                && oldestAnchor.scaleDenominator() == anchor.scaleDenominator();
        long before = lagNanos();
        boolean had = gapNanos > 0;
        gapNanos = newGapNanos;
        if (running && had && lookBehind.adapts() && alike && !anchor.paused()) {
            lookBehind.set(lookBehind.nanos() - wall(lagNanos() - before));
        }
    }

    /**
     * How late it was, unless time was controlled since it fell due. Where frames are of a time to come, as when a host knows
     * when its picture will be on screen, what is late is what was not there in the frame before.
     */
    private void measure(State state) {
        Anchor anchor = map.newest();
        if (!anchor.paused() && state.simulationNanos() > anchor.simulationNanos()) {
            long seenNanos = Math.max(0, beforeNanos - state.publishedNanos()) + state.publishedNanos();
            lateNanos = seenNanos - anchor.wallAt(state.simulationNanos());
            stalled |= lookBehind.measure(lateNanos);
        }
    }

    private double wantNanos() {
        Anchor anchor = map.newest();
        overdueNanos = anchor.paused() ? 0 : nowNanos - anchor.wallAt(newestNanos + gapNanos);
        return lookBehind.wantNanos(overdueNanos);
    }

    private long advanced(double want, long stepNanos) {
        long target = target(lookBehind.nanos());
        long limit = limitNanos();
        // What it was held by while that could still be lateness is not kept when it turns out to be a stall.
        catchingUp |= stalled && lookBehind.nanos() > lookBehind.usualNanos() + wall(gapNanos);
        stalled = false;
        if (catchingUp && !lasting) {
            // The one jump goes to where the picture should be, and not to where the stall has left it. It waits until
            // states are no later than usual, or than can be bridged from there: or else there would be another.
            double usual = lookBehind.usualNanos();
            long jump = target(usual);
            double bridged = usual + (carriesOn ? wall(gapNanos) : 0);
            if (jump > limit || lateNanos > Math.max(bridged, lookBehind.mostLateNanos())) {
                return Math.min(limit, shownNanos + fastest(stepNanos));
            }
            catchingUp = false;
            lookBehind.set(usual);
            return jump;
        }
        if (target <= limit || gapNanos == 0) {
            catchingUp = false;
            return Math.min(target, limit);
        }
        // Held, and so further behind with every frame. What the window covers of that is kept, and worked off slowly;
        // beyond that it is one jump, as soon as there is something to jump to, and until then no faster than time.
        double held = lookBehind.nanos() + wall(target - limit);
        if (lookBehind.adapts() && lookBehind.covers(held) && held - want <= wall(gapNanos)) {
            lookBehind.set(held);
        }
        // One jump of all is worse for the eye than a few small ones while it is short, and better from about here.
        catchingUp |= target - limit > 3 * gapNanos / 2;
        return catchingUp && !lasting ? Math.min(limit, shownNanos + fastest(stepNanos)) : limit;
    }

    private long target(double delayNanos) {
        return map.at(nowNanos - (long) delayNanos) - lagNanos();
    }

    private long lagNanos() {
        return switch (mode) {
            case INTERPOLATE -> gapNanos;
            case EXTRAPOLATE -> gapNanos / DECAY;
            case LATEST -> 0;
        };
    }

    /** What is asked for beyond this is not shown before there is a newer state. */
    private long limitNanos() {
        long slow = mode == Mode.EXTRAPOLATE ? gapNanos / DECAY : 0;
        return newestNanos + (carriesOn ? gapNanos + slow : 0);
    }

    /** Extrapolated motion does not end at its limit at once, but evenly over the last part of it. */
    private long slowedDown(long nanos) {
        double slow = (double) gapNanos / DECAY;
        double excess = nanos - (newestNanos + gapNanos - slow);
        return mode != Mode.EXTRAPOLATE || excess <= 0 ? nanos : nanos - (long) (excess * excess / (4 * slow));
    }

    /**
     * Runs on, as if time did, to the newest state, or to the present where that is what is shown. What has been stepped to
     * since is run on to as fast as that, and no slower than at scale 1.
     */
    private long paused(long stepNanos) {
        long end = mode == Mode.EXTRAPOLATE ? Math.min(map.newest().simulationNanos(), limitNanos()) : newestNanos;
        Anchor before = map.newestRunning();
        if (before == null || !running) {
            return end;
        }
        if (map.stepped()) {
            return Math.min(end, shownNanos + Math.max(stepNanos, fastest(stepNanos)));
        }
        long target = before.simulationAt(nowNanos - (long) lookBehind.nanos()) - lagNanos();
        return Math.min(end, Math.min(target, shownNanos + fastest(stepNanos)));
    }

    /** The simulation time that a frame's time makes at the most. */
    private long fastest(long stepNanos) {
        Anchor anchor = map.newestRunning();
        return (long) (stepNanos * (1 + LookBehind.FASTEST_SLEW) * anchor.scaleNumerator() / anchor.scaleDenominator());
    }

    /** The wall time of a span of simulation time, at the scale in force or, in a pause, before it. */
    double wall(long simulationNanos) {
        Anchor anchor = map.newestRunning();
        return anchor == null
                ? simulationNanos
                : (double) simulationNanos * anchor.scaleDenominator() / anchor.scaleNumerator();
    }

    /** Whether to keep the picture as it is: the window has nothing for the time that is shown. */
    boolean holding() {
        return holding;
    }

    /** With the lag, by which the picture is behind in any case. */
    double lookBehindNanos() {
        return mode == Mode.LATEST ? 0 : lookBehind.nanos() + wall(lagNanos());
    }

    boolean paused() {
        return map.newest().paused();
    }

    long gapNanos() {
        return gapNanos;
    }

    /**
     * As much of a shown time as has happened. Dropped time can leave the clock ahead of the present: what was bridged by then
     * never will.
     */
    long happened(long simulationNanos) {
        return mode == Mode.LATEST ? simulationNanos : Math.min(simulationNanos, map.at(latestNanos));
    }

    /** Simulation time itself, at the frame's time. */
    long rawNanos() {
        return map.at(nowNanos);
    }
}
