package io.github.freestep.physics.schedule;

import io.github.freestep.internal.time.Archive;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.util.Objects;

/**
 * Decides which tick is next, when it is due, and whether its state is written. Makes all decisions of the physics
 * thread about time, and no others. The document of {@code physics} defines slip, anchor and the other terms. For the
 * physics thread only. Allocates nothing.
 *
 * <p>Ticks are stepped in batches. A batch is every tick that is due when it begins, up to the backlog that the policy
 * allows. Ticks that become due during a batch form the next batch, so devices are polled again before them.
 */
public final class Schedule {
    /** Half the range of a long, so sums and differences of two such times do not overflow. */
    static final long COUNTABLE_NANOS = Long.MAX_VALUE / 2;

    private static final double SLOW_FRAMES_NANOS = 150e6;

    private static final long LARGEST_SCALE = 1_000;

    /**
     * A scale that was slowed down is rounded to a multiple of {@code 1 / SCALE_PARTS}. Even the largest one then fits
     * a {@link Ratio}.
     */
    private static final long SCALE_PARTS = Ratio.LIMIT / LARGEST_SCALE;

    /**
     * No reader needs states closer together in wall time than this. With this gap, the largest window still hides 30
     * ms. A larger gap delays the picture, and with a smaller one a garbage collection of 25 ms would show.
     */
    private static final long WRITE_GAP_NANOS = 5_000_000;

    /**
     * The lateness that a window hides from 100 Hz on, without a bridge, if it can be so large: a garbage collection of
     * 25 ms, and the late states of the following catch-up.
     */
    private static final double COVERED_NANOS = 40_000_000;

    /** Below this rate, a window has the default size. */
    private static final double COVERING_HERTZ = 100;

    /** A batch writes a state at least this often, even if the intended gap between states is larger. */
    private static final long LONGEST_QUIET_NANOS = 20_000_000;

    private final Timeline timeline;
    private final Overload overload;
    private final SustainableRate sustainedScale = new SustainableRate();
    private final int window;
    private final long policyBacklogTicks;
    private final double stateGapNanos;

    /** Volatile, because any thread may ask for it. */
    private volatile Ratio requestedScale = Ratio.ONE;

    /**
     * Limits the backlog at the next {@link #beginBatch} only. It is set when the scale changes while ticks are too
     * heavy for the old scale, because a backlog of the old scale is of no use at the new one.
     */
    private long usefulBacklogTicks = Long.MAX_VALUE;

    /** The intended number of ticks from one written state to the next. */
    private long stride;

    private long doneTick;
    private long targetTick;

    /** The number of ticks that were stepped since the start, without those that were skipped. */
    private long steppedTicks;

    private long stepsRequested;

    /** The number of single steps that were taken since the start. */
    private long stepsTaken;

    /** Whether the batch is a single step. */
    private boolean inStep;

    /** The time of the newest {@link #beginBatch}. */
    private long passNanos;

    /** When the batch began, or when its newest state was written. */
    private long lastWriteNanos;

    /**
     * Creates a schedule for a run that begins at {@code startTick}. This tick and all before it count as stepped on
     * time. Until {@link #begin}, its due time is 0.
     *
     * @param writtenEvery the number of ticks from one written state to the next at scale 1
     */
    public Schedule(Ratio rate, Overload overload, int window, int writtenEvery, long startTick) {
        timeline = new Timeline(rate, 0);
        timeline.simulated(timeline.simulationOf(startTick));
        doneTick = startTick;
        targetTick = startTick;
        this.overload = overload;
        this.window = window;
        policyBacklogTicks = overload.maxBacklogTicks(rate);
        double tickNanos = tickNanos(1, 1);
        // In fast motion, a gap below 5 ms would be of no use to readers.
        stateGapNanos = writtenEvery == 1 ? Math.min(tickNanos, WRITE_GAP_NANOS) : writtenEvery * tickNanos;
        stride = writtenEvery;
        begin(0);
    }

    /**
     * Lets time begin at a moment, at which the start tick is due. Nothing may have controlled this schedule before.
     */
    public void begin(long startNanos) {
        timeline.start(startNanos - timeline.simulatedNanos());
        sustainedScale.start(startNanos);
    }

    /**
     * Saves what another schedule needs to continue, or loads it into this one, which has just begun at the saved tick:
     * the timeline, the requested scale, and the batch in progress. The share of the requested scale that the thread
     * can sustain is measured again, because another thread may be faster.
     *
     * @param by saves or loads
     * @throws IllegalArgumentException if what is loaded cannot be what a schedule has saved
     * @throws ArithmeticException if the loaded times are beyond any clock
     */
    public void transfer(Archive by) {
        timeline.transfer(by);
        requestedScale = Ratio.of(by.number(requestedScale.numerator()), by.number(requestedScale.denominator()));
        checkScale(requestedScale);
        long dueTick = Math.max(doneTick, timeline.tickAt(timeline.simulationAt(by.nowNanos())));
        targetTick = by.number(Long.BYTES, targetTick, doneTick, dueTick);
        lastWriteNanos = by.reading(lastWriteNanos);
        if (by.isLoading() && !timeline.scale().equals(requestedScale)) {
            applyScale(by.nowNanos());
        }
        chooseStride();
    }

    public Timeline timeline() {
        return timeline;
    }

    /** Returns whether the policy drops time under overload. */
    public boolean slips() {
        return overload.slips();
    }

    /** Returns the newest tick that was stepped. */
    public long doneTick() {
        return doneTick;
    }

    /** Returns the last tick of the batch. */
    public long targetTick() {
        return targetTick;
    }

    public boolean inBatch() {
        return doneTick < targetTick;
    }

    /** Returns the sustained scale: the share of the requested scale at which simulation time runs, at most 1. */
    public double sustainedScale() {
        return sustainedScale.share();
    }

    /**
     * Begins a batch of the ticks that are due, unless a batch is in progress. Drops the backlog beyond what the policy
     * allows. Call it in each pass, after the changes of time and the commands. While another service fills the heap,
     * time is neither dropped nor slowed down if that would need memory.
     *
     * @return the dropped wall time in nanoseconds, usually 0
     */
    public long beginBatch(long nowNanos) {
        if (!timeline.anchor().isPaused() && timeline.hasRoom() && sustainedScale.adjust()) {
            applyScale(nowNanos);
        }
        long dueTick = timeline.tickAt(timeline.simulationAt(nowNanos));
        long stepTick = Math.max(doneTick, dueTick);
        if (stepTick > doneTick || inBatch()) {
            sustainedScale.noteWork(nowNanos, doneTick);
        }
        passNanos = nowNanos;
        if (!inBatch()) {
            targetTick = stepTick;
            lastWriteNanos = nowNanos;
        }
        long dropped = dueTick - doneTick > maxBacklogTicks() && timeline.hasRoom() ? slip(nowNanos, dueTick) : 0;
        usefulBacklogTicks = Long.MAX_VALUE;
        if (!inBatch() && stepsRequested > 0) {
            stepsRequested--;
            inStep = true;
            targetTick++;
            timeline.step(nowNanos, timeline.simulationOf(targetTick));
        }
        return dropped;
    }

    /**
     * Returns whether a reader could need the state after the next step. Call it once per step: if it returns true, it
     * counts the state as written.
     */
    public boolean writes() {
        long tick = doneTick + 1;
        long stepsToGo = ceilDiv(targetTick - tick, stride);
        long quietNanos = passNanos - lastWriteNanos;
        // Skips states that the window no longer holds at the end of the batch. But if heavy steps make the batch long,
        // a state is written after 5 ms. Otherwise pictures would freeze.
        boolean wanted = stepsToGo < window || quietNanos >= WRITE_GAP_NANOS;
        // During a pause the last state of a batch stays the newest for long, so it is always written.
        boolean stays = tick == targetTick && timeline.anchor().isPaused();
        boolean writes = stays
                || quietNanos >= LONGEST_QUIET_NANOS
                || wanted && Math.floorDiv(tick, stride) != Math.floorDiv(doneTick, stride);
        if (writes) {
            lastWriteNanos = passNanos;
        }
        return writes;
    }

    public void done() {
        doneTick++;
        steppedTicks++;
        timeline.simulated(timeline.simulationOf(doneTick));
        if (inStep && !inBatch()) {
            inStep = false;
            stepsTaken++;
        }
    }

    /** Returns the number of ticks that were stepped since the start, without those that were skipped. */
    public long steppedTicks() {
        return steppedTicks;
    }

    /** Returns the number of single steps that were taken since the start. */
    public long stepsTaken() {
        return stepsTaken;
    }

    /** Returns what {@link #stepsTaken} will be once all single steps are taken that are not discarded. */
    public long stepsPromised() {
        return stepsTaken + (inStep ? 1 : 0) + stepsRequested;
    }

    /** Counts all ticks up to this one, which is due, as stepped. */
    public void skipTo(long nowNanos, long tick) {
        doneTick = tick;
        targetTick = tick;
        timeline.simulated(timeline.simulationOf(tick));
        sustainedScale.skipTo(nowNanos, tick);
    }

    /** Notes that the thread was idle from {@code sinceNanos} to {@code nowNanos}. */
    public void noteIdle(long sinceNanos, long nowNanos) {
        sustainedScale.noteIdle(sinceNanos, nowNanos, doneTick);
    }

    /** Notes that the thread ran other services up to now. */
    public void noteOthers(long nowNanos) {
        sustainedScale.skip(nowNanos);
    }

    /** Returns the time until the next tick is due, in nanoseconds; {@link Long#MAX_VALUE} if none will be. */
    public long untilDueNanos(long nowNanos) {
        if (timeline.anchor().isPaused()) {
            // Ticks that were due before the pause are stepped in it.
            boolean due =
                    stepsRequested > 0 || timeline.tickAt(timeline.anchor().simulationNanos()) > doneTick;
            return due ? 0 : Long.MAX_VALUE;
        }
        return timeline.dueNanos(doneTick + 1) - nowNanos;
    }

    /** Returns how long the next tick has been due, in nanoseconds; 0 if it is not due yet. */
    public long debtNanos(long nowNanos) {
        boolean due = timeline.simulationAt(nowNanos) >= timeline.simulationOf(doneTick + 1);
        return due ? nowNanos - timeline.dueNanos(doneTick + 1) : 0;
    }

    public void pause(long nowNanos) {
        stepsRequested = 0;
        timeline.pause(nowNanos);
    }

    /**
     * Pauses right after the newest tick. Drops the backlog, so no further tick is stepped. No single step is in
     * progress then: it begins only if no other tick is due, and has ended before a fault in it pauses.
     */
    public void pauseAndDropBacklog(long nowNanos) {
        pause(nowNanos);
        targetTick = doneTick;
        if (timeline.anchor().simulationNanos() > timeline.simulatedNanos()) {
            timeline.drop(nowNanos, timeline.simulatedNanos());
        }
    }

    /** Ends the pause, if there is one. */
    public void resume(long nowNanos) {
        if (timeline.anchor().isPaused()) {
            stepsRequested = 0;
            timeline.resume(nowNanos);
            sustainedScale.start(nowNanos);
        }
    }

    /** Pauses, then steps n ticks as soon as there is no backlog. */
    public void step(long nowNanos, long ticks) {
        long dueTick = timeline.tickAt(timeline.simulationAt(nowNanos));
        long most = timeline.tickAt(COUNTABLE_NANOS) - Math.max(targetTick, dueTick) - stepsRequested;
        if (ticks > most) {
            throw new IllegalArgumentException(
                    "steps must be between 1 and " + most + " (no more ticks fit into simulation time), was " + ticks);
        }
        timeline.pause(nowNanos);
        stepsRequested += ticks;
    }

    /** Returns how much wall time is left until the clock or simulation time would overflow, in nanoseconds. */
    public long countableNanos(long nowNanos) {
        TimeAnchor anchor = timeline.anchor();
        long counted = COUNTABLE_NANOS - (nowNanos - anchor.wallNanos());
        if (anchor.isPaused()) {
            return counted;
        }
        boolean fast = anchor.scaleNumerator() > anchor.scaleDenominator();
        long simulated =
                fast ? anchor.wallAt(COUNTABLE_NANOS) - nowNanos : COUNTABLE_NANOS - anchor.simulationAt(nowNanos);
        return Math.max(0, Math.min(counted, simulated));
    }

    public void scale(long nowNanos, Ratio scale) {
        if (!scale.equals(requestedScale)) {
            // Stepping the whole backlog would show as fast motion that is no longer requested. A few ticks of it are
            // kept: readers may have extrapolated one gap beyond the newest state, and would freeze until simulation
            // time reaches what they have shown.
            usefulBacklogTicks =
                    sustainedScale.overloaded(scaledTickNanos()) ? Math.min(stride, window) + 1 : Long.MAX_VALUE;
            requestedScale = scale;
            sustainedScale.reset(nowNanos);
            applyScale(nowNanos);
        }
    }

    /** Sets the share of the requested scale that a host's frame loop can sustain. */
    public void sustain(long nowNanos, double share) {
        if (overload.slips()) {
            sustainedScale.impose(share);
            applyScale(nowNanos);
        }
    }

    /**
     * Sets the share of its speed that an overloaded thread leaves to each of its services. It multiplies the share
     * that this service can sustain by itself.
     */
    public void share(long nowNanos, double share) {
        if (overload.slips() && timeline.hasRoom() && sustainedScale.setGroupShare(share)) {
            applyScale(nowNanos);
        }
    }

    /** Returns the scale that was set last. For any thread. */
    public Ratio requestedScale() {
        return requestedScale;
    }

    /** Returns the length of a tick at the requested scale, in nanoseconds of wall time. */
    public double requestedTickNanos() {
        return tickNanos(requestedScale.numerator(), requestedScale.denominator());
    }

    public static void checkSteps(long ticks) {
        if (ticks < 1) {
            throw new IllegalArgumentException(
                    "steps must be at least 1, was " + ticks + "; to stop time without a step, call pause()");
        }
    }

    public static void checkScale(Ratio scale) {
        Objects.requireNonNull(
                scale, "scale must not be null; pass simulated time per wall time, such as Ratio.of(1, 2)");
        if (scale.numerator() > LARGEST_SCALE * scale.denominator()
                || scale.denominator() > LARGEST_SCALE * scale.numerator()) {
            throw new IllegalArgumentException("scale must be between 1/" + LARGEST_SCALE + " and " + LARGEST_SCALE
                    + ", was " + scale + "; to stop time, pause it");
        }
    }

    private void applyScale(long nowNanos) {
        double share = sustainedScale.share();
        if (share == 1) {
            timeline.scale(nowNanos, requestedScale.numerator(), requestedScale.denominator());
        } else {
            double scale = share * requestedScale.numerator() / requestedScale.denominator();
            timeline.scale(nowNanos, Math.max(1, Math.round(scale * SCALE_PARTS)), SCALE_PARTS);
        }
        chooseStride();
    }

    private void chooseStride() {
        // Keeps the wall time between states as it is at scale 1. Without the tolerance, a rounding error in a quotient
        // that should be whole would add a tick.
        stride = Math.max(1, (long) Math.ceil(stateGapNanos / scaledTickNanos() - 1e-6));
    }

    /** Returns the least number of ticks between states that last at least 5 ms: 1 up to 200 ticks per second. */
    public static int coveringTicks(Ratio rate) {
        return (int) ceilDiv(WRITE_GAP_NANOS * rate.numerator(), rate.denominator() * 1_000_000_000L);
    }

    /**
     * Returns the least number of gaps between states that last 40 ms, from 100 ticks per second on; 0 at lower rates.
     *
     * @param writtenEvery the number of ticks from one state to the next
     */
    public static int coveringGaps(Ratio rate, int writtenEvery) {
        double hertz = rate.toDouble();
        // Without the tolerance, a rounding error in a quotient that should be whole would add a gap.
        return hertz < COVERING_HERTZ ? 0 : (int) Math.ceil(COVERED_NANOS * hertz / (writtenEvery * 1e9) - 1e-6);
    }

    private long slip(long nowNanos, long dueTick) {
        boolean slower = sustainedScale.slip(nowNanos, scaledTickNanos());
        long before = timeline.droppedNanos();
        // If time is slowed down from now on, the thread keeps one tick only. A longer backlog would take very long to
        // work off, and every state would be late until then.
        long keptTick = doneTick + (slower ? 1 : maxBacklogTicks());
        // Drops whole ticks, so that due times do not shift by a part of a tick.
        long dropped = timeline.simulationOf(dueTick) - timeline.simulationOf(keptTick);
        // If the period is not a whole number of nanoseconds, the lengths of ticks differ by 1 ns. This difference must
        // not make one more tick due.
        long kept = Math.min(timeline.simulationAt(nowNanos) - dropped, timeline.simulationOf(keptTick + 1) - 1);
        timeline.drop(nowNanos, kept);
        targetTick = Math.min(targetTick, keptTick);
        if (slower) {
            applyScale(nowNanos);
        }
        return timeline.droppedNanos() - before;
    }

    /** Returns how many ticks of backlog are kept. */
    private long maxBacklogTicks() {
        if (!overload.slips()) {
            return Long.MAX_VALUE;
        }
        long ticks = sustainedScale.share() == 1 ? policyBacklogTicks : slowBacklogTicks();
        return Math.min(
                usefulBacklogTicks,
                Math.max(1, Math.max(ticks, ceilDiv(ticks * timeline.scaleNumerator(), timeline.scaleDenominator()))));
    }

    /**
     * Returns how many ticks of backlog are kept while time is slowed down. Simulation time is behind wall time anyway
     * then, so catching up gains nothing, and the limit is chosen for the picture only. With a larger limit, states
     * would be later than a window can hide, and the picture would freeze. With a smaller limit, a dropped tick would
     * show as a jolt.
     */
    private long slowBacklogTicks() {
        return sustainedScale.imposed ? frameTicks() : Math.max(window - 1, 2);
    }

    /**
     * Returns how many ticks become due in 150 ms (a few slow frames of a host), but at least as many as
     * a window spans.
     */
    private long frameTicks() {
        return Math.max(window - 1, (long) Math.ceil(SLOW_FRAMES_NANOS / scaledTickNanos()));
    }

    /** Returns the length of a tick at the current scale, in nanoseconds of wall time. */
    public double scaledTickNanos() {
        return tickNanos(timeline.scaleNumerator(), timeline.scaleDenominator());
    }

    /** Returns the length of a tick at a scale, in nanoseconds of wall time. */
    public double tickNanos(long scaleNumerator, long scaleDenominator) {
        Ratio rate = timeline.rate();
        double seconds = (double) rate.denominator() / rate.numerator();
        return seconds * 1e9 * scaleDenominator / scaleNumerator;
    }

    private static long ceilDiv(long a, long b) {
        return -Math.floorDiv(-a, b);
    }
}
