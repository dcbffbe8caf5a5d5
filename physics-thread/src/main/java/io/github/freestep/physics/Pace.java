package io.github.freestep.physics;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;

/**
 * Chooses the anchor that readers use. It is the timeline's anchor or, if the policy drops nothing and ticks stay late,
 * a separate line that runs as fast as ticks are really stepped. For the physics thread only; allocates nothing.
 *
 * <p>A policy that drops nothing cannot slow simulation time. Due ticks stay due, and the thread steps the backlog
 * without a rest. Measured by the timeline's anchor, every state would be later than the one before, and pictures would
 * freeze and jump. So readers get a line through the times at which states really arrive. The line begins once states
 * have been late for {@link #LASTING_NANOS}, which is longer than any stall that readers bridge or jump across. It ends
 * when ticks are on time again. Only readers use the line. Due times, input and the backlog use the timeline.
 *
 * <p>The speed of the line is the mean over many states, with a correction for the distance between the line and the
 * newest state. The correction grows with the square of that distance. The alternative was a proportional correction.
 * But if steps vary in cost, the line strays. That is harmless within a reader's window, and a proportional correction
 * would pass more of the variation on to the picture. Each state sets a new line. When only every sixth state set a new
 * line, and steps varied by 20 %, the picture was uneven by 17 % instead of 6 %.
 */
final class Pace {
    private static final long LASTING_NANOS = 600_000_000;

    /** Readers absorb lateness up to this, or up to {@link #LATE_GAPS} gaps if that is longer. */
    private static final long LATE_NANOS = 20_000_000;

    private static final int LATE_GAPS = 3;
    private static final int FEW_STATES = 10;

    /** The speed is the mean over about this many states. */
    private static final double MEAN_STATES = 100;

    /** A line that is off by one gap corrects that within this many states. */
    private static final double CORRECTED_STATES = 14;

    /**
     * On average, states arrive this many gaps after the line, because windows cover late states better
     * than early ones.
     */
    private static final double BEHIND_GAPS = 1;

    /**
     * Each line starts this many gaps in the past, because readers measure the lateness only of states after the
     * start of the anchor. With more gaps, a single late state would delay readers so much that early states drop
     * out of their windows.
     */
    private static final double MEASURED_GAPS = 1.2;

    /**
     * If the line is off by more gaps than this, a new line begins: a window of four states cannot show the old one.
     */
    private static final double LOST_GAPS = 2;

    /**
     * An interval longer than this many mean intervals is a stall. It does not count for the speed, unless a
     * second one follows.
     */
    private static final int STALL_INTERVALS = 4;

    /** Changes of the speed up to this share are not reported. */
    private static final double REPORTED_CHANGE = 0.1;

    private static final long PARTS = 1_000_000;

    private final Timeline timeline;
    private final boolean applies;
    private final TimeAnchor line = new TimeAnchor();
    private boolean follows;
    private boolean paused;
    private double sustainedScale = 1;

    /** When the newest state was published, and its simulation time. */
    private long nanos;

    private long simulationNanos;

    private boolean late;
    private long lateSinceNanos;

    /**
     * Sums over states of their intervals and gaps, and the number of states. The weight of a state
     * decreases with its age.
     */
    private double sumNanos;

    private double sumGaps;
    private double count;
    private boolean stalled;

    Pace(Timeline timeline, OverloadPolicy overload, long startNanos) {
        this.timeline = timeline;
        applies = !overload.slips();
        nanos = startNanos;
    }

    /** Returns the anchor for the next states. */
    TimeAnchor anchor() {
        return follows && !timeline.anchor().isPaused() ? line : timeline.anchor();
    }

    /** Returns the speed of the picture as a share of the requested scale; above 1 while a backlog is worked off. */
    double sustainedScale() {
        return sustainedScale;
    }

    /** Returns when readers expect a state that is due at {@code dueNanos}. */
    long dueNanos(long toSimulationNanos, long dueNanos) {
        return anchor() == line ? line.wallAt(toSimulationNanos) : dueNanos;
    }

    /** Takes note of a possible pause or resume. After a pause, the line goes on from the newest state. */
    void control(long nowNanos) {
        boolean resumed = paused && !timeline.anchor().isPaused();
        paused = timeline.anchor().isPaused();
        if (resumed && follows) {
            nanos = nowNanos;
            beginLine(sumGaps / count);
        }
    }

    /** Adjusts the line to a state that is about to be published. */
    void state(long nowNanos, long toSimulationNanos) {
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
        } else if (applies && gapNanos > 0) {
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
        Ratio scale = timeline.scale();
        return span * scale.denominator() / scale.numerator();
    }
}
