package io.github.freestep.net.wire;

import io.github.freestep.net.clock.RemoteClock;
import io.github.freestep.state.State;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;

/**
 * Converts the sender's ticks and times to those of the local states. Wall times get the base of the remote clock.
 * Ticks and simulation times are those of the sender's first run, and continue upwards when another run begins. For one
 * thread, except where methods say otherwise; allocates nothing once made, except for each run of the sender.
 */
final class LocalTimes {
    /** The simulation time between two states, until there are two. */
    private static final long STEP_NANOS = 10_000_000;

    /** After this many wider steps in a row, the wider one counts as the usual step. */
    private static final int USUAL = 8;

    /** Readers compute with times up to this, 36 years, without overflow. */
    private static final double MOST_NANOS = 1L << 60;

    /** How long after the arrival of a state readers may compute with its anchor, in wall time: an hour. */
    private static final double AHEAD_NANOS = 3.6e12;

    private static final double SECOND_NANOS = 1e9;

    final TimeAnchor anchor = new TimeAnchor();
    private final TimeAnchor senders = new TimeAnchor();
    private final TimeAnchor next = new TimeAnchor();
    private final RemoteClock clock;

    /** Whether there is a local state at all. */
    private boolean begun;

    /** Whether no state of the sender's current run was published yet. */
    boolean isNewRun = true;

    /** Whether the run has the bodies, ticks and times of the run before. Known only after its first state. */
    boolean isContinued;

    private long tickBase;
    private long simulationBase;
    private long wallBase;

    /** The local tick and simulation time of the newest state. */
    long tick;

    long simulationNanos;

    /** The number of the sender's anchor that is in force. */
    long anchorNumber;

    /** The sender's newest run as readers know it, for other threads. */
    private volatile Run run = new Run(0, 0, 0);

    /** The ticks from one state to the next. */
    long usualTicks = 1;

    /** The simulation time from one state to the next. */
    long stepNanos = STEP_NANOS;

    private int wider;

    /** How many copies were published since the newest state came, because its sender leaves later ones out. */
    int leftOut;

    /**
     * A run of the sender.
     *
     * @param first the tick of its first local state
     * @param base the local tick minus the sender's tick
     * @param baseNanos the local simulation time minus the sender's
     */
    private record Run(long first, long base, long baseNanos) {}

    LocalTimes(RemoteClock clock) {
        this.clock = clock;
    }

    void beginRun(boolean continued) {
        isNewRun = true;
        isContinued = continued;
    }

    /**
     * Notes the first state of a run. If the run claims to continue the world of the run before, but begins at an
     * earlier tick, the claim is wrong. Returns whether the state is the newest one once more.
     */
    boolean isSameAgain(PendingState state) {
        isContinued = isContinued && begun && isAhead(state.tick, state.simulationNanos);
        return isContinued && state.tick == shownTick();
    }

    /** The sender's tick of the newest state, also if it is of the run before. Unspecified before the first state. */
    long shownTick() {
        return tick - tickBase;
    }

    private boolean isAhead(long senderTick, long senderNanos) {
        return senderTick >= shownTick() && senderNanos >= simulationNanos - simulationBase;
    }

    /** The sender's tick of the newest state; {@link State#NO_TICK} before the first of its run. */
    long senderTick() {
        return isNewRun ? State.NO_TICK : shownTick();
    }

    /**
     * Converts the tick of a local state. For any thread that has seen the state.
     *
     * @return the sender's tick; {@link State#NO_TICK} if the state is not of the sender's newest run
     */
    long senderTick(long local) {
        Run newest = run;
        return local < newest.first ? State.NO_TICK : local - newest.base;
    }

    /**
     * Converts the simulation time of a picture to that of the sender. For any thread that has seen the picture.
     *
     * @param local the local tick that the picture has reached, which decides the run, because the motion of a picture
     *     of a former run may continue beyond the first state of the newest one
     * @return the sender's simulation time; {@link State#NO_TICK} if the tick is not of the sender's newest run
     */
    long senderNanos(long local, long nanos) {
        Run newest = run;
        return local < newest.first ? State.NO_TICK : nanos - newest.baseNanos;
    }

    /** Converts a tick of the run whose states are published. */
    long localTick(long senderTick) {
        return senderTick + tickBase;
    }

    /** Whether a local tick lies before the first state of the newest run. */
    boolean isBeforeRun(long local) {
        return local < run.first;
    }

    /** Whether a tick or a simulation time lies before that of the newest state of the run. */
    boolean isAstray(long senderTick, long senderNanos) {
        return !isNewRun && !isAhead(senderTick, senderNanos);
    }

    /** Converts a reading of the sender's clock. */
    long wall(long senderNanos) {
        return senderNanos + wallBase;
    }

    /** The wall time from one state to the next. */
    long wallStepNanos() {
        return anchor.isPaused() ? stepNanos : Math.round(stepNanos / scale(anchor));
    }

    /** The wall time from the newest state to another one of its run. */
    double sinceNewestNanos(PendingState state) {
        return (state.simulationNanos + simulationBase - simulationNanos) / scale(state.anchor);
    }

    /** How long ago, at a local time, the sender reached a simulation time. Only while time is not paused. */
    double lateNanos(long senderNanos, long clockNanos) {
        long run = senderNanos + simulationBase - anchor.simulationNanos();
        return clockNanos - anchor.wallNanos() - run / scale(anchor);
    }

    /** Whether a state comes right after another one of its run, as far as the usual step says. */
    boolean follows(PendingState state, long senderTick) {
        return isNewRun || state.tick - senderTick <= usualTicks;
    }

    /**
     * Moves on to a state after the newest one, which is not {@linkplain #isAstray astray}.
     *
     * @return false if readers could not compute with its times; then nothing has changed
     */
    boolean moveTo(PendingState state, long nowNanos) {
        long clockNanos = clock.at(nowNanos);
        convert(state.anchor, 0);
        long simulation = simulationBase;
        long ticks = tickBase;
        if (isNewRun && begun && !isContinued) {
            ticks = tick + 1 - state.tick;
            simulation = goesOn(state, clockNanos) - state.simulationNanos;
        }
        convert(state.anchor, simulation);
        long toTick = state.tick + ticks;
        long toNanos = state.simulationNanos + simulation;
        if (!Datagrams.sane(toTick) || !isSane(toNanos, clockNanos)) {
            return false;
        }
        if (isNewRun && !isContinued) {
            // Before the state is published, so that its readers find the run.
            run = new Run(toTick, ticks, simulation);
        }
        learnStep(toTick - tick, toNanos - simulationNanos);
        tickBase = ticks;
        simulationBase = simulation;
        tick = toTick;
        simulationNanos = toNanos;
        take(state);
        begun = true;
        isNewRun = false;
        return true;
    }

    /** The simulation time of the first state of another run: as if the run before had gone on until now. */
    private long goesOn(PendingState state, long clockNanos) {
        long goesOn = state.simulationNanos + at(anchor, clockNanos) - at(next, clockNanos);
        return Math.max(goesOn, simulationNanos + stepNanos);
    }

    /**
     * Puts another anchor in force, from the newest state on.
     *
     * @return false if readers could not compute with it; then nothing has changed
     */
    boolean amend(PendingState state, long nowNanos) {
        convert(state.anchor, simulationBase);
        if (!isSane(simulationNanos, clock.at(nowNanos))) {
            return false;
        }
        take(state);
        isNewRun = false;
        return true;
    }

    /** Converts the anchor in force anew, if the clock has another base. Returns whether it has. */
    boolean rebase() {
        if (isNewRun || clock.base() == wallBase) {
            return false;
        }
        convert(senders, simulationBase);
        anchor.set(next);
        wallBase = clock.base();
        return true;
    }

    private void take(PendingState state) {
        senders.set(state.anchor);
        anchor.set(next);
        anchorNumber = state.anchorNumber;
        wallBase = clock.base();
    }

    private void convert(TimeAnchor sender, long simulation) {
        next.set(
                sender.wallNanos() + clock.base(),
                sender.simulationNanos() + simulation,
                sender.scaleNumerator(),
                sender.scaleDenominator());
    }

    /** The simulation time at a wall time, rounded, without overflow. */
    private static long at(TimeAnchor anchor, long wallNanos) {
        return anchor.simulationNanos() + Math.round((wallNanos - anchor.wallNanos()) * scale(anchor));
    }

    private static double scale(TimeAnchor anchor) {
        return (double) anchor.scaleNumerator() / anchor.scaleDenominator();
    }

    /**
     * Whether readers can compute with the next anchor, from a second ago to an hour from now. They throw an exception
     * if a time does not fit into a long.
     */
    private boolean isSane(long toNanos, long clockNanos) {
        double scale = scale(next);
        double sinceAnchor = clockNanos - next.wallNanos();
        double reach = SECOND_NANOS + Math.abs((double) toNanos - next.simulationNanos());
        double step = begun ? Math.abs((double) toNanos - simulationNanos) : 0;
        return next.scaleNumerator() <= Ratio.LIMIT
                && next.scaleDenominator() <= Ratio.LIMIT
                && Math.abs((double) toNanos) < MOST_NANOS
                && Math.abs((double) next.simulationNanos()) < MOST_NANOS
                && Math.abs((sinceAnchor - SECOND_NANOS) * scale) < MOST_NANOS
                && Math.abs((sinceAnchor + AHEAD_NANOS) * scale) < MOST_NANOS
                && (scale == 0 || (reach + step) / scale < MOST_NANOS);
    }

    private void learnStep(long ticks, long nanos) {
        wider = ticks > usualTicks ? wider + 1 : 0;
        // Copies are so far apart because of what was learned before.
        if (leftOut == 0 && !isNewRun && nanos > 0 && (wider == 0 || wider >= USUAL)) {
            usualTicks = ticks;
            stepNanos = nanos;
        }
    }
}
