package io.github.freestep.physics;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;

/**
 * Chooses the anchor that readers use: the timeline's or, if nothing may be dropped and ticks stay late, a line of its
 * own that runs as fast as ticks are really stepped. Belongs to the physics thread; allocates nothing.
 *
 * <p>A policy that drops nothing can't slow simulation time: what is due stays due, and the backlog is stepped without
 * a rest. By the timeline's anchor every state would come later than the one before, and pictures would freeze and
 * jump. So readers get a line through the states as they come. It begins once states have been late for
 * {@link #LASTING_NANOS}, longer than any stall that readers bridge or jump across, and ends when ticks are in time
 * again. Only the picture goes by it; due times, input and the backlog go by the timeline.
 *
 * <p>The line has the mean speed of many states, corrected by how far it is off the newest. The correction grows with
 * the square of that: steps of varying cost make the line stray, which is no harm within the window of a reader, and a
 * correction in proportion passes more of that variation on to the picture. Each state brings a new line. With one in
 * six, the line strayed so far from steps that vary by a fifth that the picture was uneven by 17 % instead of 6 %.
 */
final class Pace {
    private static final long LASTING_NANOS = 600_000_000;

    /** Readers absorb lateness up to this, or up to {@link #LATE_GAPS} if that is more. */
    private static final long LATE_NANOS = 20_000_000;

    private static final int LATE_GAPS = 3;
    private static final int FEW_STATES = 10;

    /** The speed is a mean over about this many states. */
    private static final double MEAN_STATES = 100;

    /** A line that is off by one gap makes up for it within this many states. */
    private static final double CORRECTED_STATES = 14;

    /** States come this many gaps after the line, on average: windows cover late states better than early ones. */
    private static final double BEHIND_GAPS = 1;

    /**
     * Each line counts from this many gaps ago, since readers measure lateness only of states beyond its beginning.
     * With more, a single late state makes them look back so far that early states fall out of their windows.
     */
    private static final double MEASURED_GAPS = 1.2;

    /** A line that is off by more can't be shown by a window of four states: a new one begins. */
    private static final double LOST_GAPS = 2;

    /** An interval of more than this many mean ones is a stall and says nothing about speed, unless another follows. */
    private static final int STALL_INTERVALS = 4;

    /** A smaller change of the speed is not reported. */
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

    /** Sums of the intervals and gaps of states, and their number; old states fade out. */
    private double sumNanos;

    private double sumGaps;
    private double count;
    private boolean stalled;

    Pace(Timeline timeline, OverloadPolicy overload, long startNanos) {
        this.timeline = timeline;
        applies = !overload.slips();
        nanos = startNanos;
    }

    /** For the states that come next. */
    TimeAnchor anchor() {
        return follows && !timeline.anchor().isPaused() ? line : timeline.anchor();
    }

    /** As a share of the scale that is asked for; above 1 while a backlog is worked off. */
    double sustainedScale() {
        return sustainedScale;
    }

    /** When readers expect a state, if it is due at that time. */
    long dueNanos(long toSimulationNanos, long dueNanos) {
        return anchor() == line ? line.wallAt(toSimulationNanos) : dueNanos;
    }

    /** Time may have been controlled: a line that a pause interrupted goes on from the newest state. */
    void control(long nowNanos) {
        boolean resumed = paused && !timeline.anchor().isPaused();
        paused = timeline.anchor().isPaused();
        if (resumed && follows) {
            nanos = nowNanos;
            begin(sumGaps / count);
        }
    }

    /** A state is about to be published. */
    void state(long nowNanos, long toSimulationNanos) {
        long gapNanos = toSimulationNanos - simulationNanos;
        long intervalNanos = nowNanos - nanos;
        if (intervalNanos == 0) {
            // All states of a host's frame have one time, so only the first of them counts.
            return;
        }
        simulationNanos = toSimulationNanos;
        nanos = nowNanos;
        if (timeline.anchor().isPaused()) {
            late = false;
        } else if (applies && gapNanos > 0) {
            measure(intervalNanos, gapNanos);
            place(gapNanos);
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

    private void place(long gapNanos) {
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
            begin(gapNanos);
        }
    }

    private void follow(long gapNanos) {
        double off = (line.simulationAt(nanos) - simulationNanos) / (double) gapNanos - BEHIND_GAPS;
        if (Math.abs(off) <= LOST_GAPS) {
            turn(line.simulationAt(nanos), 1 - off * Math.abs(off) / CORRECTED_STATES);
            return;
        }
        // After a change of speed the old speed counts as two states, not a hundred.
        double kept = Math.min(1, 2 / count);
        sumNanos *= kept;
        sumGaps *= kept;
        count *= kept;
        begin(gapNanos);
    }

    private void begin(double gapNanos) {
        turn(simulationNanos + (long) (BEHIND_GAPS * gapNanos), 1);
    }

    private void turn(long lineNanos, double correction) {
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
