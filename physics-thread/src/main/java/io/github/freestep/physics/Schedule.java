package io.github.freestep.physics;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import java.util.Objects;

/**
 * Which tick is next, when it is due, and whether its state is written out: all the decisions of the physics thread that
 * are about time, and nothing else. Belongs to that thread; allocates nothing, but for a new scale.
 *
 * <p>Ticks are stepped in batches: at each wake-up the batch is what is due then, cut to what the policy allows. What
 * falls due meanwhile is the next batch, so that devices are polled again before it.
 */
final class Schedule {
    /** Half of what a long counts: what is computed from such times still fits. */
    static final long COUNTABLE_NANOS = Long.MAX_VALUE / 2;

    private static final double SLOW_FRAMES_NANOS = 150e6;

    private static final long LARGEST_SCALE = 1_000;

    /** What a scale that can be held is rounded to; the largest still fits. */
    private static final long HELD_PARTS = Ratio.LIMIT / LARGEST_SCALE;

    /** In fast motion nobody needs states any closer than this. */
    private static final long WRITE_GAP_NANOS = 5_000_000;

    /** A window of 4 with states so far apart covers 20 ms, and a bridge as much as a collector's pause of 25 ms. */
    private static final double COVERING_GAP_NANOS = 10_000_000;

    /** For so long a batch is stepped without a state, and for no longer, however far apart they should be. */
    private static final long LONGEST_QUIET_NANOS = 20_000_000;

    private final Timeline timeline;
    private final OverloadPolicy overload;
    private final SustainableRate sustainedScale = new SustainableRate();
    private final int depth;
    private final long mostTicks;
    private final double stateGapNanos;

    private Ratio askedScale = Ratio.ONE;

    /** As much as is kept of a debt that comes of a scale which could not be held, and is not asked for any more. */
    private long worthTicks = Long.MAX_VALUE;

    private long stride;
    private long doneTick;
    private long targetTick;
    private long stepsAsked;
    private long wokenNanos;

    /** When the batch began, or a state of it was written. */
    private long newsNanos;

    Schedule(Ratio rate, OverloadPolicy overload, int depth, long startNanos) {
        this(rate, overload, depth, 1, startNanos, 0);
    }

    /**
     * Begins with the start tick stepped already and due at the start, as if time had run until then without lateness.
     * At scale 1 a state is written every {@code writtenEvery} ticks.
     */
    Schedule(Ratio rate, OverloadPolicy overload, int depth, int writtenEvery, long startNanos, long startTick) {
        long simulationNanos = new Timeline(rate, 0).simulationOf(startTick);
        timeline = new Timeline(rate, startNanos - simulationNanos);
        timeline.simulated(simulationNanos);
        doneTick = startTick;
        targetTick = startTick;
        this.overload = overload;
        this.depth = depth;
        mostTicks = overload.mostTicks(rate);
        double tickNanos = tickNanos(Ratio.ONE);
        // In fast motion, no closer than any reader needs.
        stateGapNanos = writtenEvery == 1 ? Math.min(tickNanos, WRITE_GAP_NANOS) : writtenEvery * tickNanos;
        stride = writtenEvery;
        sustainedScale.start(startNanos);
    }

    Timeline timeline() {
        return timeline;
    }

    /** The newest tick that was stepped. */
    long doneTick() {
        return doneTick;
    }

    /** The last tick of the batch. */
    long targetTick() {
        return targetTick;
    }

    boolean inBatch() {
        return doneTick < targetTick;
    }

    /** As a share of the scale that is asked for. */
    double sustainedScale() {
        return sustainedScale.held();
    }

    /**
     * Begins a batch of what is due now, unless there is one; and drops what is owed beyond what the policy allows.
     *
     * @return wall time that had to be dropped
     */
    long wake(long nowNanos) {
        if (!timeline.anchor().isPaused() && sustainedScale.adjust()) {
            applyScale(nowNanos);
        }
        long dueTick = timeline.tickAt(timeline.simulationAt(nowNanos));
        long together = ticksTogether();
        long stepTick = doneTick + Math.max(0, (dueTick - doneTick) / together * together);
        if (stepTick > doneTick || inBatch()) {
            sustainedScale.worked(nowNanos, doneTick);
        }
        wokenNanos = nowNanos;
        if (!inBatch()) {
            targetTick = stepTick;
            newsNanos = nowNanos;
        }
        long dropped = dueTick - doneTick > most() ? slip(nowNanos, dueTick) : 0;
        worthTicks = Long.MAX_VALUE;
        if (!inBatch() && stepsAsked > 0) {
            stepsAsked--;
            targetTick++;
            timeline.step(nowNanos, timeline.simulationOf(targetTick));
        }
        return dropped;
    }

    /** How many ticks the next step stands for. */
    int nextTicks() {
        long owed = targetTick - doneTick;
        long steps = ceilDiv(owed, overload.mergedTicks());
        return (int) ceilDiv(owed, steps);
    }

    /**
     * Whether anybody could want the state of a step that ends the given number of ticks further on. To be asked once a step:
     * a state is taken to be written then.
     */
    boolean writes(int ticks) {
        long tick = doneTick + ticks;
        long stepsToGo = ceilDiv(targetTick - tick, Math.max(stride, overload.mergedTicks()));
        long quietNanos = wokenNanos - newsNanos;
        // What a window won't hold any more at the end of the batch is left out while the batch is quick. Steps
        // that are too heavy make it so long that pictures would stand still.
        boolean wanted = stepsToGo < depth || quietNanos >= WRITE_GAP_NANOS;
        // In a pause it stays the newest for long, whatever its number.
        boolean stays = tick == targetTick && timeline.anchor().isPaused();
        boolean writes = stays
                || quietNanos >= LONGEST_QUIET_NANOS
                || wanted && Math.floorDiv(tick, stride) != Math.floorDiv(doneTick, stride);
        if (writes) {
            newsNanos = wokenNanos;
        }
        return writes;
    }

    void done(int ticks) {
        doneTick += ticks;
        timeline.simulated(timeline.simulationOf(doneTick));
    }

    /** The thread has waited. */
    void rested(long sinceNanos, long nowNanos) {
        sustainedScale.rested(sinceNanos, nowNanos, doneTick);
    }

    /** How long until there is something to do: a time span, longer than anybody waits if that is never. */
    long untilDueNanos(long nowNanos) {
        if (timeline.anchor().isPaused()) {
            return stepsAsked > 0 ? 0 : Long.MAX_VALUE;
        }
        return timeline.dueNanos(doneTick + ticksTogether()) - nowNanos;
    }

    /**
     * How many ticks must be due before any of them is stepped. A merged step costs the same whatever it stands for:
     * in slow motion, steps of fewer ticks would use up what slowing down has gained, and time would be slowed again.
     */
    private int ticksTogether() {
        boolean slowed = sustainedScale.held() < 1
                && !sustainedScale.imposed()
                && !timeline.anchor().isPaused();
        return slowed ? overload.mergedTicks() : 1;
    }

    /** The wall time that so many ticks stand for. */
    double wallNanos(int ticks) {
        return ticks * tickNanos(timeline.scale());
    }

    /** For how long the next tick has been due. */
    long debtNanos(long nowNanos) {
        boolean due = timeline.simulationAt(nowNanos) >= timeline.simulationOf(doneTick + 1);
        return due ? nowNanos - timeline.dueNanos(doneTick + 1) : 0;
    }

    void pause(long nowNanos) {
        stepsAsked = 0;
        timeline.pause(nowNanos);
    }

    /** Pauses right behind the newest tick: what is owed beyond it is dropped, so that nothing is stepped any more. */
    void halt(long nowNanos) {
        pause(nowNanos);
        targetTick = doneTick;
        if (timeline.anchor().simulationNanos() > timeline.simulatedNanos()) {
            timeline.drop(nowNanos, timeline.simulatedNanos());
        }
    }

    void resume(long nowNanos) {
        if (timeline.anchor().isPaused()) {
            stepsAsked = 0;
            timeline.resume(nowNanos);
            sustainedScale.start(nowNanos);
        }
    }

    /** Pauses, and steps n ticks as soon as there is no backlog. */
    void step(long nowNanos, long ticks) {
        checkSteps(ticks);
        long dueTick = timeline.tickAt(timeline.simulationAt(nowNanos));
        long most = timeline.tickAt(COUNTABLE_NANOS) - Math.max(targetTick, dueTick) - stepsAsked;
        if (ticks > most) {
            throw new IllegalArgumentException(
                    "steps must be between 1 and " + most + ", which simulation time has room for, was " + ticks);
        }
        timeline.pause(nowNanos);
        stepsAsked += ticks;
    }

    /** How long time can still be counted from now on, in nanoseconds of wall time. */
    long countableNanos(long nowNanos) {
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

    void scale(long nowNanos, Ratio scale) {
        checkScale(scale);
        if (!scale.equals(askedScale)) {
            // To step it all would be seen as fast motion that nobody wants any more. But readers may have
            // carried motion on by a gap beyond the newest state, and would stand still until time comes so far.
            worthTicks = sustainedScale.overloaded(tickNanos(timeline.scale()))
                    ? Math.min(stride, depth) + 1
                    : Long.MAX_VALUE;
            askedScale = scale;
            sustainedScale.reset(nowNanos);
            applyScale(nowNanos);
        }
    }

    /** Sets the share of the requested scale that a host's frame loop holds. */
    void hold(long nowNanos, double share) {
        if (overload.slips()) {
            sustainedScale.impose(share);
            applyScale(nowNanos);
        }
    }

    /** The length of a tick at the requested scale, in nanoseconds of wall time. */
    double askedTickNanos() {
        return tickNanos(askedScale);
    }

    static void checkSteps(long ticks) {
        if (ticks < 1) {
            throw new IllegalArgumentException("steps must be at least 1, was " + ticks);
        }
    }

    static void checkScale(Ratio scale) {
        Objects.requireNonNull(
                scale, "scale must not be null; pass simulated time per wall time, such as Ratio.of(1, 2)");
        if (scale.numerator() > LARGEST_SCALE * scale.denominator()
                || scale.denominator() > LARGEST_SCALE * scale.numerator()) {
            throw new IllegalArgumentException("scale must be between 1/" + LARGEST_SCALE + " and " + LARGEST_SCALE
                    + ", was " + scale + "; to stop time, pause it");
        }
    }

    private void applyScale(long nowNanos) {
        Ratio scale = sustainedScale.held() == 1 ? askedScale : heldScale();
        timeline.scale(nowNanos, scale);
        // As close in wall time as at scale 1, or as any reader needs them. The quotient may be a whole number except
        // for rounding.
        stride = Math.max(1, (long) Math.ceil(stateGapNanos / tickNanos(scale) - 1e-6));
    }

    /** As many ticks as are nearest to what lets a window cover a collector's pause; one up to 149 ticks a second. */
    static int coveringTicks(Ratio rate) {
        return (int) Math.max(1, Math.round(COVERING_GAP_NANOS * rate.numerator() / rate.denominator() / 1e9));
    }

    private Ratio heldScale() {
        double scale = sustainedScale.held() * askedScale.numerator() / askedScale.denominator();
        return Ratio.of(Math.max(1, Math.round(scale * HELD_PARTS)), HELD_PARTS);
    }

    private long slip(long nowNanos, long dueTick) {
        boolean slower = sustainedScale.slip(nowNanos, tickNanos(timeline.scale()));
        long before = timeline.droppedNanos();
        // Slowed down, it has no use for a debt that would take ages to work off, with every state late until then.
        long keptTick = doneTick + (slower ? 1 : most());
        // Whole ticks are dropped, so that those to come stay in step with the clock.
        long dropped = timeline.simulationOf(dueTick) - timeline.simulationOf(keptTick);
        // Ticks of a rate that is no whole number of nanoseconds differ by one, which must not make one more of
        // them due.
        long kept = Math.min(timeline.simulationAt(nowNanos) - dropped, timeline.simulationOf(keptTick + 1) - 1);
        timeline.drop(nowNanos, kept);
        targetTick = Math.min(targetTick, keptTick);
        if (slower) {
            applyScale(nowNanos);
        }
        return timeline.droppedNanos() - before;
    }

    private long most() {
        if (!overload.slips()) {
            return Long.MAX_VALUE;
        }
        // In slow motion there is nothing to catch up for, and what counts is the picture: states that are later than a
        // window holds would freeze it, and a tick that is dropped any sooner would show as a jolt.
        Ratio scale = timeline.scale();
        long ticks = sustainedScale.held() == 1
                ? mostTicks
                : sustainedScale.imposed() ? frameTicks(scale) : Math.max(depth - 1, 2 * overload.mergedTicks());
        return Math.min(
                worthTicks, Math.max(1, Math.max(ticks, ceilDiv(ticks * scale.numerator(), scale.denominator()))));
    }

    /**
     * Steps all that falls due in a few slow frames of a host, whatever a window holds.
     */
    private long frameTicks(Ratio scale) {
        return Math.max(depth - 1, (long) Math.ceil(SLOW_FRAMES_NANOS / tickNanos(scale)));
    }

    private double tickNanos(Ratio scale) {
        Ratio rate = timeline.rate();
        double seconds = (double) rate.denominator() / rate.numerator();
        return seconds * 1e9 * scale.denominator() / scale.numerator();
    }

    private static long ceilDiv(long a, long b) {
        return -Math.floorDiv(-a, b);
    }
}
