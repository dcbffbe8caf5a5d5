package io.github.freestep.render;

import io.github.freestep.state.State;
import io.github.freestep.state.StateSubscriber;
import io.github.freestep.time.Anchor;

/**
 * What simulation time a reader shows at a wall time: {@code S(now - D) - gap}, never decreasing. For one reader; allocates
 * nothing.
 *
 * <p>S is the timeline's map, gap the simulation time between neighbouring states, and D, the look-behind, is how late a
 * state may be without anybody noticing. D follows the lateness that is seen, and does so slowly, since each change of it
 * warps the motion on screen. Meanwhile, and where lateness is beyond what a window covers, a late tick is bridged: the
 * motion goes on for at most one gap, and then holds.
 */
final class PresentationClock {
    static final long ADAPTIVE = -1;

    private static final double SECOND_NANOS = 1e9;

    /** Publication is measured when a tick ends; a reader sees it a moment later. */
    private static final long MARGIN_NANOS = 300_000;

    /** What the window covers is used up to this, since lateness varies a little. */
    private static final long RESERVE_NANOS = 200_000;

    /** The clock never runs faster or slower than the timeline by more than this. */
    private static final double FASTEST_SLEW = 0.02;

    /** D rises within about this: bridging covers what comes later meanwhile, so there is no hurry. */
    private static final double RISE_SECONDS = 1;

    private static final double SLOWEST_RISE = 0.001;
    private static final double UNCOVERED_RISE = 0.01;

    /** D falls within about this, or not at all where a like lateness comes back within seconds. */
    private static final double FALL_SECONDS = 4;

    private static final double SLOWEST_FALL = 0.0003;

    /** A stall is caught up within a fraction of this; what takes longer is no stall, and must not freeze the picture. */
    private static final long LONGEST_HOLD_NANOS = 500_000_000;

    /** So many stalls in ten seconds are no accident any more, and are worth a look-behind. */
    private static final int STALLS_THAT_COUNT = 3;

    private final AnchorMap map = new AnchorMap();
    private final Lateness lateness = new Lateness();
    private final Mode mode;
    private final long fixedNanos;
    private final int bridgedGaps;

    private final Anchor oldestAnchor = new Anchor();

    private long newestTick = State.NO_TICK;
    private long newestNanos;
    private long oldestNanos;
    private long gapNanos;
    private double coverNanos;

    private boolean running;
    private long nowNanos;
    private double delayNanos;
    private long shownNanos;

    private boolean catchingUp;
    private boolean holding;
    private long heldSinceNanos;

    /** It has held for too long: this is no stall, and is followed as well as it goes. */
    private boolean lasting;

    /** The look-behind may be {@link #ADAPTIVE}; it is of no account unless the mode is to interpolate. */
    PresentationClock(Mode mode, long lookBehindNanos, boolean bridge) {
        this.mode = mode;
        fixedNanos = mode == Mode.INTERPOLATE ? lookBehindNanos : 0;
        bridgedGaps = bridge ? 1 : 0;
    }

    /**
     * Moves on to a frame.
     *
     * @return the simulation time to show
     */
    long show(long frameNanos, StateSubscriber window, boolean news) {
        long stepNanos = running ? Math.max(0, frameNanos - nowNanos) : 0;
        if (!running || frameNanos - nowNanos > 0) {
            nowNanos = frameNanos;
        }
        if (running && paused()) {
            lateness.pass(stepNanos);
        }
        lateness.advance(nowNanos);
        if (news) {
            look(window);
        }
        double want = wantNanos();
        if (!running || !paused()) {
            slew(want, stepNanos);
        }
        long next = switch (mode) {
            case INTERPOLATE -> map.newest().paused() ? paused(stepNanos) : advanced(want, stepNanos);
            case EXTRAPOLATE -> map.newest().paused() ? newestNanos : extrapolated();
            case LATEST -> newestNanos;
        };
        if (!running) {
            shownNanos = Math.max(oldestNanos, Math.min(next, newestNanos));
        } else if (!holds(next)) {
            shownNanos = Math.max(shownNanos, Math.max(next, oldestNanos));
        }
        running = true;
        return shownNanos;
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
        coverNanos = Math.max(0, size - 2) * wall(gapNanos) + lateness.leastNanos() - RESERVE_NANOS;
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
        if (running && gapNanos > 0 && fixedNanos < 0 && alike && !anchor.paused()) {
            delayNanos -= wall(newGapNanos - gapNanos);
        }
        gapNanos = newGapNanos;
    }

    /** How late it was, unless time was controlled since it fell due. */
    private void measure(State state) {
        Anchor anchor = map.newest();
        if (!anchor.paused() && state.simulationNanos() > anchor.simulationNanos()) {
            lateness.add(state.publishedNanos() - anchor.wallAt(state.simulationNanos()), stallNanos());
        }
    }

    private double wantNanos() {
        if (fixedNanos >= 0) {
            return Math.max(0, Math.min(fixedNanos, coverNanos));
        }
        Anchor anchor = map.newest();
        long late = anchor.paused() ? 0 : nowNanos - anchor.wallAt(newestNanos + gapNanos);
        return late <= stallNanos() && !lateness.recovering() ? Math.max(usualNanos(), covered(late)) : usualNanos();
    }

    /** By what has been late, and not by what is. */
    private double usualNanos() {
        return lateness.stalls() >= STALLS_THAT_COUNT ? Math.max(0, coverNanos) : covered(lateness.mostNanos());
    }

    private double covered(double lateNanos) {
        return Math.max(0, Math.min(lateNanos + MARGIN_NANOS, coverNanos));
    }

    /** What is later than this can't be shown smoothly by any look-behind, bridged or not. */
    private double stallNanos() {
        return coverNanos + wall(bridgedGaps * gapNanos);
    }

    private void slew(double want, long stepNanos) {
        double distance = want - delayNanos;
        if (!running) {
            delayNanos = want;
        } else if (distance > 0) {
            // Where lateness is beyond what the window covers, bridging is needed for that, and is not to spare.
            double rate = want >= coverNanos ? UNCOVERED_RISE : distance / SECOND_NANOS / RISE_SECONDS;
            delayNanos += Math.min(distance, clamp(rate, SLOWEST_RISE) * stepNanos);
        } else {
            double rate = delayNanos > coverNanos ? FASTEST_SLEW : -distance / SECOND_NANOS / FALL_SECONDS;
            delayNanos -= Math.min(-distance, clamp(rate, SLOWEST_FALL) * stepNanos);
        }
    }

    private static double clamp(double rate, double least) {
        return Math.min(FASTEST_SLEW, Math.max(least, rate));
    }

    private long advanced(double want, long stepNanos) {
        long target = map.at(nowNanos - (long) delayNanos) - gapNanos;
        long limit = newestNanos + bridgedGaps * gapNanos;
        if (catchingUp && !lasting) {
            // The one jump goes to where the picture should be, and not to where the stall has left it.
            double usual = fixedNanos < 0 ? usualNanos() : delayNanos;
            long jump = map.at(nowNanos - (long) usual) - gapNanos;
            if (jump > limit) {
                return Math.min(limit, shownNanos + fastest(stepNanos));
            }
            catchingUp = false;
            delayNanos = usual;
            return jump;
        }
        if (target <= limit || gapNanos == 0) {
            catchingUp = false;
            return Math.min(target, limit);
        }
        // Held, and so further behind with every frame. What the window covers of that is kept, and worked off slowly;
        // beyond that it is one jump, as soon as there is something to jump to, and until then no faster than time.
        double held = delayNanos + wall(target - limit);
        if (fixedNanos < 0 && held <= coverNanos && held - want <= wall(gapNanos)) {
            delayNanos = held;
        }
        catchingUp |= target - limit > 2 * gapNanos;
        return catchingUp && !lasting ? Math.min(limit, shownNanos + fastest(stepNanos)) : limit;
    }

    /**
     * The present, as far as a gap beyond the newest state allows: half of it at the full speed, and the rest slowing down
     * over another gap.
     */
    private long extrapolated() {
        if (gapNanos == 0) {
            return newestNanos;
        }
        double beyond = map.at(nowNanos) - newestNanos;
        double half = gapNanos / 2.0;
        double rest = Math.min(beyond - half, gapNanos);
        return newestNanos + (long) (rest <= 0 ? beyond : half + rest - rest * rest / (2 * gapNanos));
    }

    /** Runs on to the newest state, as if time did, and at its speed if that state has just been stepped to. */
    private long paused(long stepNanos) {
        Anchor before = map.newestRunning();
        if (before == null) {
            return newestNanos;
        }
        long target = before.simulationAt(nowNanos - (long) delayNanos) - gapNanos;
        return Math.min(newestNanos, Math.min(target, shownNanos + fastest(stepNanos)));
    }

    /** The simulation time that a frame's time makes at the most. */
    private long fastest(long stepNanos) {
        Anchor anchor = map.newestRunning();
        return (long) (stepNanos * (1 + FASTEST_SLEW) * anchor.scaleNumerator() / anchor.scaleDenominator());
    }

    /** The wall time of a span of simulation time, at the scale in force or, in a pause, before it. */
    private double wall(long simulationNanos) {
        Anchor anchor = map.newestRunning();
        return anchor == null
                ? simulationNanos
                : (double) simulationNanos * anchor.scaleDenominator() / anchor.scaleNumerator();
    }

    /** Whether to keep the picture as it is: the window has nothing for the time that is shown. */
    boolean holding() {
        return holding;
    }

    /** With the gap, by which the picture is behind in any case. */
    double lookBehindNanos() {
        return mode == Mode.INTERPOLATE ? delayNanos + wall(gapNanos) : 0;
    }

    boolean paused() {
        return map.newest().paused();
    }

    long gapNanos() {
        return gapNanos;
    }

    /** Simulation time itself, now. */
    long rawNanos() {
        return map.at(nowNanos);
    }
}
