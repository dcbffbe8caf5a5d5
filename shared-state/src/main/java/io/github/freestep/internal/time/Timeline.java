package io.github.freestep.internal.time;

import io.github.freestep.internal.Exact;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.util.Objects;

/**
 * Maps exactly between ticks, simulation time and wall time, and keeps the ledger of where wall time went. Not
 * thread-safe: it belongs to the thread that steps. Never blocks. Allocates only if time is paused, resumed, scaled,
 * stepped or dropped more than a dozen times during a backlog, and more often than ever before.
 *
 * <p>At every moment, to the nanosecond:
 *
 * <pre>wall = simulated / scale + paused + dropped + pending</pre>
 *
 * <p>A <i>span</i> lasts from one anchor to the next. The simulated time of each span is divided by the scale of that
 * span, and rounded up to a nanosecond once. These roundings do not add up, because the next span begins at the rounded
 * wall time. For that, a change of scale or a pause is dated back to the wall time at which simulation time reached its
 * current whole nanosecond. That is less than one simulated nanosecond ago, and so nothing is left over. Single steps
 * in a pause take no wall time, as if at an infinite scale, so the ledger counts none for them.
 *
 * <p>A span that has ended is remembered until it is simulated. So a tick that was due before a pause keeps its due
 * time after the pause, and its backlog is counted at the scale at which it arose. Clock values may wrap.
 */
public final class Timeline {
    private static final long NANOS = 1_000_000_000;

    private final Ratio rate;
    private final long periodNumerator;
    private final long periodDenominator;
    private long startNanos;

    /** The tick that was asked for last, with its simulation time, because a pass asks for the same tick many times. */
    private long askedTick;

    private long askedNanos;

    private final TimeAnchor anchor = new TimeAnchor();

    /** As the anchor says, for other threads. */
    private volatile boolean paused;

    private long scaleNumerator = 1;
    private long scaleDenominator = 1;

    private final Spans spans = new Spans();
    private long simulatedNanos;
    private long steppedToNanos;
    private long settledWallNanos;
    private long pausedNanos;
    private long droppedNanos;

    /**
     * Creates a timeline at simulation time zero, running in real time.
     *
     * @param rate ticks per second of simulation time
     * @param startNanos the wall time at which tick zero is due, in nanoseconds of the clock
     */
    public Timeline(Ratio rate, long startNanos) {
        this.rate = Objects.requireNonNull(rate, "rate must not be null");
        this.startNanos = startNanos;
        long divisor = Exact.gcd(NANOS * rate.denominator(), rate.numerator());
        periodNumerator = NANOS * rate.denominator() / divisor;
        periodDenominator = rate.numerator() / divisor;
        anchor.set(startNanos, 0, 1, 1);
    }

    /**
     * Moves the start of a timeline that nothing has controlled yet, because the set-up of a world takes time.
     *
     * @param startNanos the wall time of simulation time 0
     */
    public void start(long startNanos) {
        this.startNanos = startNanos;
        anchor.set(startNanos, 0, 1, 1);
    }

    /**
     * Saves where time stands, so that another timeline can continue from there, or loads it into this one, as if no
     * time had passed since. So the wall time in between is in no figure of the ledger. Load into a timeline of the
     * same rate that nothing has changed, except that it is {@linkplain #simulated simulated} up to the saved tick.
     *
     * @param by saves or loads
     * @throws IllegalArgumentException if what is loaded cannot be what a timeline has saved
     * @throws ArithmeticException if the loaded times are beyond any clock
     */
    public void transfer(Archive by) {
        scaleNumerator = by.number(Long.BYTES, scaleNumerator, 1, Ratio.LIMIT);
        scaleDenominator = by.number(Long.BYTES, scaleDenominator, 1, Ratio.LIMIT);
        steppedToNanos = by.span(steppedToNanos, 0);
        settledWallNanos = by.span(settledWallNanos, 0);
        pausedNanos = by.span(pausedNanos, 0);
        droppedNanos = by.span(droppedNanos, 0);
        long reachedNanos = spans.transfer(by, simulatedNanos);
        by.anchor(anchor, reachedNanos);
        paused = anchor.isPaused();
        long now = by.nowNanos();
        if (in(0).simulationNanos() > simulatedNanos || steppedToNanos > anchor.simulationAt(now)) {
            throw new IllegalArgumentException("its newest tick must be after its first anchor and before now");
        }
        startNanos = now - simulatedWallNanos() - pausedNanos(now) - droppedNanos - pendingNanos(now);
    }

    /**
     * The tick rate, in ticks per second of simulation time.
     *
     * @return ticks per second of simulation time
     */
    public Ratio rate() {
        return rate;
    }

    /**
     * The time scale, as simulated time per wall time; in a pause, the scale that applies after it. Allocates, unlike
     * its parts.
     *
     * @return simulated time per wall time
     */
    public Ratio scale() {
        return Ratio.of(scaleNumerator, scaleDenominator);
    }

    /**
     * The simulated time that passes in a wall time of {@link #scaleDenominator}.
     *
     * @return the numerator of the scale, in lowest terms
     */
    public long scaleNumerator() {
        return scaleNumerator;
    }

    /**
     * The wall time in which a simulated time of {@link #scaleNumerator} passes.
     *
     * @return the denominator of the scale, in lowest terms
     */
    public long scaleDenominator() {
        return scaleDenominator;
    }

    /**
     * The anchor in force. Copy it, and do not write to it.
     *
     * @return this timeline's own anchor, which the next change overwrites
     */
    public TimeAnchor anchor() {
        return anchor;
    }

    /**
     * The simulation time of a tick, in nanoseconds since the simulation began.
     *
     * @param tick counted from zero
     * @return nanoseconds, rounded down
     * @throws ArithmeticException if the result is beyond 292 years
     */
    public long simulationOf(long tick) {
        if (tick != askedTick) {
            askedNanos = Exact.floorMulDiv(tick, periodNumerator, periodDenominator);
            askedTick = tick;
        }
        return askedNanos;
    }

    /**
     * The number of the newest tick at a simulation time.
     *
     * @param simulationNanos nanoseconds since the simulation began
     * @return the last tick whose {@link #simulationOf} is not later
     * @throws ArithmeticException in the last nanosecond of 292 years
     */
    public long tickAt(long simulationNanos) {
        if (simulationNanos == Long.MAX_VALUE) {
            throw Exact.beyond(simulationNanos);
        }
        return Exact.ceilMulDiv(simulationNanos + 1, periodDenominator, periodNumerator) - 1;
    }

    /**
     * The wall time at which a tick that is not simulated yet is or was due, in nanoseconds of the clock. Three cases
     * are special. If time was dropped back to the tick, it is due at the drop. If a pause began at the tick, it is due
     * when the pause began. If a single step reached it, it is due at that step.
     *
     * @param tick counted from zero
     * @return the first reading of the clock at which simulation time has reached the tick
     * @throws IllegalStateException in a pause, for a tick that simulation time has not reached
     */
    public long dueNanos(long tick) {
        long simulation = simulationOf(tick);
        TimeAnchor from = in(indexBySimulation(simulation));
        // Under a paused anchor, only a single step reaches earlier values than the anchor's own. It reaches them all
        // at the moment of the anchor.
        return from.isPaused() && simulation < from.simulationNanos() ? from.wallNanos() : from.wallAt(simulation);
    }

    /**
     * The simulation time at a wall time, in nanoseconds since the simulation began, across all anchors since the
     * newest simulated tick.
     *
     * @param wallNanos a reading of the service's clock
     * @return nanoseconds; for a time before those anchors, the value at which the oldest of them began
     */
    public long simulationAt(long wallNanos) {
        int index = indexByWall(wallNanos);
        TimeAnchor from = in(index);
        long run = wallNanos - from.wallNanos();
        // Outside its span, the map of an anchor may overflow a long, so it is not used there.
        if (run < 0) {
            return from.simulationNanos();
        }
        if (index < spans.count && run >= spans.at(index).wallNanos()) {
            return spans.at(index).endSimulationNanos;
        }
        return from.simulationAt(wallNanos);
    }

    /**
     * Whether simulation time ran at a wall time, and the value it reached was not dropped since.
     *
     * @param wallNanos a reading of the service's clock
     * @return false in pauses, in dropped time, and before the span in which the newest simulated tick was due
     */
    public boolean runsAt(long wallNanos) {
        int index = indexByWall(wallNanos);
        TimeAnchor from = in(index);
        long run = wallNanos - from.wallNanos();
        return !from.isPaused()
                && run >= 0
                && (index == spans.count || run < spans.at(index).wallNanos());
    }

    /**
     * Stops simulation time. Does nothing in a pause.
     *
     * @param wallNanos the time now, in nanoseconds of the clock
     */
    public void pause(long wallNanos) {
        if (!anchor.isPaused()) {
            turn(wallNanos, 0, 1);
        }
    }

    /**
     * Lets simulation time continue from where it is paused. Does nothing outside a pause.
     *
     * @param wallNanos the time now, in nanoseconds of the clock
     */
    public void resume(long wallNanos) {
        if (anchor.isPaused()) {
            endPause(wallNanos);
            anchor.set(wallNanos, anchor.simulationNanos(), scaleNumerator, scaleDenominator);
            paused = false;
        }
    }

    /**
     * Steps simulation time forward in a pause, at once. The pause continues from there.
     *
     * @param wallNanos the time now, in nanoseconds of the clock
     * @param simulationNanos the new simulation time, in nanoseconds since the simulation began, usually that of the
     *     next tick; {@link #drop} cannot go back before it
     * @throws IllegalStateException outside a pause
     * @throws IllegalArgumentException if simulation time has already reached that value
     */
    public void step(long wallNanos, long simulationNanos) {
        if (!anchor.isPaused()) {
            throw new IllegalStateException("time must be paused before a single step, but it runs; pause it first");
        }
        if (simulationNanos <= anchor.simulationNanos()) {
            throw new IllegalArgumentException("simulationNanos must be above " + anchor.simulationNanos() + " ns, was "
                    + simulationNanos + "; a step only goes forward");
        }
        endPause(wallNanos);
        anchor.set(wallNanos, simulationNanos, 0, 1);
        steppedToNanos = simulationNanos;
    }

    /**
     * Changes how fast simulation time runs; in a pause, how fast it will run afterwards. Allocates nothing.
     *
     * @param wallNanos the time now, in nanoseconds of the clock
     * @param numerator simulated time, from 1 to {@link Ratio#LIMIT}
     * @param denominator wall time, in the same range
     */
    public void scale(long wallNanos, long numerator, long denominator) {
        requireNow(wallNanos);
        long divisor = Exact.gcd(numerator, denominator);
        if (!anchor.isPaused()) {
            turn(wallNanos, numerator / divisor, denominator / divisor);
        }
        scaleNumerator = numerator / divisor;
        scaleDenominator = denominator / divisor;
    }

    /**
     * Returns whether {@link #drop} and {@link #scale} need no memory, for a caller who can wait until there is some.
     */
    public boolean hasRoom() {
        return spans.hasRoom();
    }

    /**
     * Drops time of the backlog: simulation time goes back to an earlier value, and runs on from there.
     *
     * @param wallNanos the time now, in nanoseconds of the clock
     * @param simulationNanos the simulation time to go back to, in nanoseconds: at least what is simulated or stepped
     *     to, at most {@link #simulationAt} now
     * @throws IllegalArgumentException if the value is outside these bounds; nothing changes then
     */
    public void drop(long wallNanos, long simulationNanos) {
        requireNow(wallNanos);
        long least = Math.max(simulatedNanos, steppedToNanos);
        if (simulationNanos < least || simulationNanos > anchor.simulationAt(wallNanos)) {
            throw new IllegalArgumentException(
                    "simulationNanos must be between " + least + " ns, which is simulated or stepped to, and "
                            + anchor.simulationAt(wallNanos) + " ns, which is due now, was " + simulationNanos);
        }
        long passedNanos = wallNanos - anchor.wallNanos();
        if (anchor.isPaused()) {
            pausedNanos += passedNanos;
        } else {
            droppedNanos += passedNanos;
        }
        if (simulationNanos >= anchor.simulationNanos()) {
            droppedNanos -= Spans.wallTo(anchor, simulationNanos);
            end(simulationNanos, true);
        } else {
            droppedNanos += spans.cut(simulationNanos);
            settle();
        }
        anchor.set(wallNanos, simulationNanos, anchor.scaleNumerator(), anchor.scaleDenominator());
    }

    /**
     * Records how far the simulation has been stepped.
     *
     * @param simulationNanos the simulation time of the newest tick, in nanoseconds since the simulation began
     * @throws IllegalArgumentException if that is less than in the last call, or beyond the value at
     *     which time is paused
     */
    public void simulated(long simulationNanos) {
        boolean isPaused = anchor.isPaused();
        long most = isPaused ? Math.max(simulatedNanos, anchor.simulationNanos()) : Long.MAX_VALUE;
        if (simulationNanos < simulatedNanos || simulationNanos > most) {
            throw new IllegalArgumentException(
                    "simulationNanos must be at least " + simulatedNanos + " ns, which is simulated already"
                            + (isPaused ? ", and at most " + most + " ns, where time is paused" : "")
                            + ", was " + simulationNanos);
        }
        simulatedNanos = simulationNanos;
        settle();
    }

    /**
     * The simulation time of the newest tick that was stepped, in nanoseconds since the simulation began.
     *
     * @return nanoseconds since the simulation began
     */
    public long simulatedNanos() {
        return simulatedNanos;
    }

    /**
     * The first entry of the ledger: the wall time that the simulated time took at its scales, in nanoseconds.
     *
     * @return the sum, over all spans, of the simulated time divided by the scale
     */
    public long simulatedWallNanos() {
        return settledWallNanos + Spans.wallTo(in(0), simulatedNanos);
    }

    /**
     * The second entry of the ledger: the wall time spent in pauses, in nanoseconds.
     *
     * @param wallNanos the time now, in nanoseconds of the clock
     * @return nanoseconds since the start
     */
    public long pausedNanos(long wallNanos) {
        return pausedNanos + (anchor.isPaused() ? wallNanos - anchor.wallNanos() : 0);
    }

    /**
     * The third entry of the ledger: the wall time that was dropped, in nanoseconds.
     *
     * @return nanoseconds since the start
     */
    public long droppedNanos() {
        return droppedNanos;
    }

    /**
     * The fourth entry of the ledger: the wall time that is due and not simulated, in nanoseconds. It includes the part
     * of a tick that has passed since the newest tick was due.
     *
     * @param wallNanos the time now, in nanoseconds of the clock
     * @return nanoseconds for which simulation time has run beyond the newest tick; negative while that tick is early
     */
    public long pendingNanos(long wallNanos) {
        long pending = -Spans.wallTo(in(0), simulatedNanos);
        for (int i = 0; i < spans.count; i++) {
            pending += spans.at(i).wallNanos();
        }
        return pending + (anchor.isPaused() ? 0 : wallNanos - anchor.wallNanos());
    }

    /**
     * The wall time that the ledger accounts for, in nanoseconds.
     *
     * @param wallNanos the time now, in nanoseconds of the clock
     * @return nanoseconds since the start
     */
    public long elapsedNanos(long wallNanos) {
        return wallNanos - startNanos;
    }

    /**
     * Ends the running span at the whole nanosecond that simulation time has reached, and begins a span at a new scale.
     */
    private void turn(long nowNanos, long scaleNumerator, long scaleDenominator) {
        requireNow(nowNanos);
        long simulation = anchor.simulationAt(nowNanos);
        long since = anchor.wallAt(simulation);
        end(simulation, false);
        anchor.set(since, simulation, scaleNumerator, scaleDenominator);
        paused = scaleNumerator == 0;
    }

    /** Returns whether time is paused. For any thread. */
    public boolean isPaused() {
        return paused;
    }

    private void endPause(long wallNanos) {
        requireNow(wallNanos);
        pausedNanos += wallNanos - anchor.wallNanos();
        end(anchor.simulationNanos(), false);
    }

    private void end(long simulationNanos, boolean dropped) {
        spans.add(anchor, simulationNanos, dropped);
        settle();
    }

    private void settle() {
        settledWallNanos += spans.settle(simulatedNanos);
    }

    /** The anchors in order: those of the ended spans, then the one in force. */
    private TimeAnchor in(int index) {
        return index < spans.count ? spans.at(index).from : anchor;
    }

    /** The newest anchor that began no later than a wall time; the oldest anchor if none did. */
    private int indexByWall(long wallNanos) {
        int index = spans.count;
        while (index > 0 && wallNanos - in(index).wallNanos() < 0) {
            index--;
        }
        return index;
    }

    /** The anchor under which simulation time first reached a value. */
    private int indexBySimulation(long simulationNanos) {
        int index = spans.count;
        while (index > 0 && spans.at(index - 1).reached(simulationNanos)) {
            index--;
        }
        return index;
    }

    private void requireNow(long wallNanos) {
        if (wallNanos - anchor.wallNanos() < 0) {
            throw new IllegalArgumentException(
                    "wallNanos must be at least " + anchor.wallNanos() + " ns, when time was last controlled, was "
                            + wallNanos + "; pass readings of one monotonic clock in their order");
        }
    }
}
