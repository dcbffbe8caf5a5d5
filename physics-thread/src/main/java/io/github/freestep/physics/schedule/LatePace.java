package io.github.freestep.physics.schedule;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;

/**
 * The pace under {@code OverloadPolicy.neverSlip}. While ticks stay late, the anchor of states is not that of the
 * timeline but the <i>line</i>, which runs as fast as ticks are really stepped. For the physics thread only; allocates
 * nothing.
 *
 * <p>A policy that drops nothing cannot slow simulation time: due ticks stay due, and the thread steps the backlog
 * without a rest. By the timeline's anchor, each state would be later than the one before, and pictures would freeze
 * and jump. The line goes through the times at which states really arrive, so readers show slow but even motion. Only
 * readers use the line. Due times, input and the backlog use the timeline.
 *
 * <p>The line begins once states have been late for {@link #LASTING_NANOS}. Readers handle all shorter stalls
 * themselves: they continue the motion, or jump once when states come again. The line ends as soon as a state is late
 * by less than one gap.
 *
 * <p>The speed of the line is the mean speed of the last states, with a correction that brings the line back to them:
 *
 * <pre>
 *   off   = (simulation time of the line - simulation time of the newest state) / gap - BEHIND_GAPS
 *   speed = mean speed * (1 - off * |off| / CORRECTED_STATES)
 * </pre>
 *
 * <p>Rejected: a correction in proportion to {@code off}. If steps vary in cost, the line strays from the states. As
 * long as it stays within a reader's window, that is harmless. A proportional correction would pass more of the
 * variation on to the picture.
 *
 * <p>Each state sets a new line. Rejected: a new line at every sixth state. With steps that varied by 20 %, the picture
 * was then uneven by 17 % instead of 6 %.
 */
final class LatePace extends Pace {
    private static final long LASTING_NANOS = 600_000_000;

    /** Readers absorb lateness up to this, or up to {@link #LATE_GAPS} gaps if that is longer. */
    private static final long LATE_NANOS = 20_000_000;

    private static final int LATE_GAPS = 3;

    /** The line begins only after this many states, because its speed is a mean over them. */
    private static final int FEW_STATES = 10;

    /** The speed of the line is the mean over about this many states. */
    private static final double MEAN_STATES = 100;

    /** A line that is off by one gap corrects that within this many states. */
    private static final double CORRECTED_STATES = 14;

    /**
     * How many gaps the newest state is behind the line, on average. So by the line, states are about a gap late, and
     * hardly ever early. A window hides late states better than early ones.
     */
    private static final double BEHIND_GAPS = 1;

    /**
     * Each line starts this many gaps in the past. Readers measure the lateness only of states after the start of the
     * anchor, so they ignore states that are further behind the line. If the line began further in the past, readers
     * would measure such a state, too, and lengthen their delay. When states come early again, the window would no
     * longer hold the states that this delay asks for.
     */
    private static final double MEASURED_GAPS = 1.2;

    /**
     * If the line is off by more gaps than this, a new line begins at the newest state. A window of four states no
     * longer holds what the old line would show.
     */
    private static final double LOST_GAPS = 2;

    /**
     * An interval is the wall time between two states. If one is longer than this many mean intervals, it is a
     * stall, and does not count for the speed. If a second such interval follows, it counts, and all earlier ones
     * are forgotten.
     */
    private static final int STALL_INTERVALS = 4;

    /** Changes of the speed up to this share are not reported. */
    private static final double REPORTED_CHANGE = 0.1;

    private static final long PARTS = 1_000_000;

    private final TimeAnchor line = new TimeAnchor();

    /** Whether readers get the line. */
    private boolean follows;

    private boolean paused;
    private double sustainedScale = 1;

    /** When the newest state was published, and its simulation time. */
    private long nanos;

    private long simulationNanos;

    private boolean late;
    private long lateSinceNanos;

    /**
     * The sum of the intervals, the sum of the gaps, and the number of states. In all three, the weight of a state
     * decreases with its age.
     */
    private double sumNanos;

    private double sumGaps;
    private double count;
    private boolean stalled;

    private LatePace(Timeline timeline) {
        super(timeline);
    }

    /** Creates a pace. Returns the superclass, because the verifier would otherwise load this class for every run. */
    static Pace of(Timeline timeline) {
        return new LatePace(timeline);
    }

    @Override
    public void begin(long startNanos) {
        nanos = startNanos;
    }

    @Override
    public TimeAnchor anchor() {
        return follows && !timeline.anchor().isPaused() ? line : timeline.anchor();
    }

    @Override
    public double sustainedScale() {
        return sustainedScale;
    }

    @Override
    public long dueNanos(long toSimulationNanos, long dueNanos) {
        return anchor() == line ? line.wallAt(toSimulationNanos) : dueNanos;
    }

    /** After a resume, the line continues from the newest state. */
    @Override
    public void noteResume(long nowNanos) {
        boolean resumed = paused && !timeline.anchor().isPaused();
        paused = timeline.anchor().isPaused();
        if (resumed && follows) {
            nanos = nowNanos;
            beginLine(sumGaps / count);
        }
    }

    /** Adjusts the line to the state. */
    @Override
    public void state(NanoClock clock, long toSimulationNanos) {
        long nowNanos = clock.nanoTime();
        long gapNanos = toSimulationNanos - simulationNanos;
        long intervalNanos = nowNanos - nanos;
        if (intervalNanos == 0) {
            // All states of one host frame have the same time, so only the first counts.
            return;
        }
        simulationNanos = toSimulationNanos;
        nanos = nowNanos;
        if (timeline.anchor().isPaused()) {
            late = false;
        } else if (gapNanos > 0) {
            measure(intervalNanos, gapNanos);
            checkLateness(gapNanos);
        }
    }

    private void measure(long intervalNanos, long gapNanos) {
        boolean stall = intervalNanos * count > STALL_INTERVALS * sumNanos;
        if (stall && !stalled && count > 0) {
            stalled = true;
            return;
        }
        if (stall) {
            forget();
        }
        stalled = false;
        double kept = 1 - 1 / MEAN_STATES;
        sumNanos = sumNanos * kept + intervalNanos;
        sumGaps = sumGaps * kept + gapNanos;
        count = count * kept + 1;
    }

    private void forget() {
        sumNanos = 0;
        sumGaps = 0;
        count = 0;
    }

    private void checkLateness(long gapNanos) {
        long lateNanos = nanos - timeline.dueNanos(timeline.tickAt(simulationNanos));
        double gap = wall(gapNanos);
        if (follows) {
            if (lateNanos < gap) {
                follows = false;
                late = false;
                sustainedScale = 1;
            } else {
                follow(gapNanos);
            }
        } else if (lateNanos < Math.max(LATE_NANOS, LATE_GAPS * gap)) {
            late = false;
        } else if (!late) {
            late = true;
            lateSinceNanos = nanos;
            forget();
        } else if (nanos - lateSinceNanos >= LASTING_NANOS && count >= FEW_STATES) {
            follows = true;
            beginLine(gapNanos);
        }
    }

    private void follow(long gapNanos) {
        double off = (line.simulationAt(nanos) - simulationNanos) / (double) gapNanos - BEHIND_GAPS;
        if (Math.abs(off) <= LOST_GAPS) {
            setLine(line.simulationAt(nanos), 1 - off * Math.abs(off) / CORRECTED_STATES);
            return;
        }
        // The speed of the ticks has changed. From here on, the old speed has the weight of 2 states instead of 100.
        double kept = Math.min(1, 2 / count);
        sumNanos *= kept;
        sumGaps *= kept;
        count *= kept;
        beginLine(gapNanos);
    }

    private void beginLine(double gapNanos) {
        setLine(simulationNanos + (long) (BEHIND_GAPS * gapNanos), 1);
    }

    private void setLine(long lineNanos, double correction) {
        double speed = Math.min(Ratio.LIMIT / PARTS, sumGaps / sumNanos * correction);
        long parts = Math.max(1, Math.round(speed * PARTS));
        long backNanos = Math.min(lineNanos, (long) (MEASURED_GAPS * sumGaps / count));
        line.set(nanos - (long) (backNanos / speed), lineNanos - backNanos, parts, PARTS);
        double share = wall(sumGaps) / sumNanos;
        if (sustainedScale == 1 || Math.abs(share - sustainedScale) > REPORTED_CHANGE * sustainedScale) {
            sustainedScale = share;
        }
    }

    private double wall(double span) {
        return span * timeline.scaleDenominator() / timeline.scaleNumerator();
    }
}
