package io.github.freestep.tools.diagnose;

import io.github.freestep.tools.report.Units;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * Measures the animation error of frames: how well the simulation times that they show fit the times at which a display
 * showed them. Not thread-safe.
 */
final class AnimationErrors {
    private static final double MILLI = 1e6;
    private static final long SMALL_NANOS = 1_000_000;
    private static final long LARGE_NANOS = 4_000_000;

    /** The usual time between displayed frames is the median of this many, computed once in {@link #EVERY} frames. */
    private static final int KEPT = 128;

    private static final int EVERY = 32;

    /** What is left of a distance between frame and display time after one more frame. */
    private static final double FORGETS = 0.95;

    private final Histogram errors = new Histogram(3);
    private final long[] intervals = new long[KEPT];
    private final long[] sorted = new long[KEPT];
    private final long[] wrong = new long[Cause.values().length];
    private final long[] worstNanos = new long[wrong.length];

    private long shownNanos;
    private long frameNanos;
    private long displayNanos;
    private long passes;
    private long usualNanos;

    /** By how much frame times are ahead of display times, compared with the frames before, and why. */
    private double apartNanos;

    private Cause apart = Cause.FRAME;

    private long displayed;
    private long notDisplayed;
    private long mostNanos;
    private long small;
    private long large;

    /** Where an animation error comes from. */
    enum Cause {
        /** The simulation time shown did not move as far as the frame's time. */
        SIMULATION_TIME,
        /** The frame times were less even than the display times. */
        FRAME,
        /** The display times were less even than the frame times. */
        REFRESH
    }

    /**
     * Counts a frame that was displayed. A display time before that of the last frame begins a new comparison.
     *
     * @param animationNanos the simulation time that it shows
     * @param atNanos when it was made
     * @param shownAtNanos when the display began to show it
     */
    void add(long animationNanos, long atNanos, long shownAtNanos) {
        long passed = shownAtNanos - displayNanos;
        if (displayed++ > 0 && passed >= 0) {
            learn(passed);
            count(animationNanos - shownNanos, atNanos - frameNanos, passed);
        }
        shownNanos = animationNanos;
        frameNanos = atNanos;
        displayNanos = shownAtNanos;
    }

    private void learn(long passed) {
        intervals[(int) (passes++ % KEPT)] = passed;
        if (passes % EVERY == 0) {
            int known = (int) Math.min(passes, KEPT);
            System.arraycopy(intervals, 0, sorted, 0, known);
            Arrays.sort(sorted, 0, known);
            usualNanos = sorted[known / 2];
        }
    }

    private void count(long moved, long made, long passed) {
        long size = Math.max(0, Math.abs(moved - passed)); // Sums of absurd times may overflow.
        mostNanos = Math.max(mostNanos, size);
        errors.recordValue(size);
        small += size > SMALL_NANOS ? 1 : 0;
        large += size > LARGE_NANOS ? 1 : 0;
        if (size > SMALL_NANOS) {
            int cause = cause(moved, made, passed).ordinal();
            wrong[cause]++;
            worstNanos[cause] = Math.max(worstNanos[cause], size);
        }
        apartNanos = FORGETS * apartNanos + made - passed;
    }

    /** An error has two parts: from simulation time to frame time, and from there to display time. */
    private Cause cause(long moved, long made, long passed) {
        long part = made - passed;
        Cause cause;
        if (Math.abs(moved - made) >= Math.abs(part)) {
            cause = Cause.SIMULATION_TIME;
        } else if (Math.abs(apartNanos) > SMALL_NANOS && Math.abs(apartNanos + part) < Math.abs(apartNanos) / 2) {
            // Frame and display come together again, so this is the end of an earlier error.
            cause = apart;
        } else {
            // Before the usual time is known, the display is believed.
            long usual = usualNanos > 0 ? usualNanos : passed;
            cause = Math.abs(made - usual) >= Math.abs(passed - usual) ? Cause.FRAME : Cause.REFRESH;
            apart = cause;
        }
        return cause;
    }

    /** Counts a frame that was never displayed. */
    void addNotDisplayed() {
        notDisplayed++;
    }

    /** The number of frames that were displayed. */
    long displayed() {
        return displayed;
    }

    /** The number of frames with an error. */
    long frames() {
        return errors.getTotalCount();
    }

    /** What a share of the errors does not exceed, at most 0.1 % too high; NaN if there is none. */
    double errorMillis(double share) {
        return frames() == 0 ? Double.NaN : Math.min(mostNanos, errors.getValueAtPercentile(100 * share)) / MILLI;
    }

    /** The number of frames with an error above 1 ms that has this cause. */
    long wrong(Cause cause) {
        return wrong[cause.ordinal()];
    }

    /** The greatest of these errors. */
    double worstMillis(Cause cause) {
        return worstNanos[cause.ordinal()] / MILLI;
    }

    /** Returns the figures in one line. */
    @Override
    public String toString() {
        return Units.text(
                "animation error p50 %.3f, p95 %.3f, p99 %.3f ms, above 1 ms %.2f %%, above 4 ms %.2f %% of %d frames;"
                        + " frames not displayed: %d",
                errorMillis(0.5),
                errorMillis(0.95),
                errorMillis(0.99),
                100.0 * small / frames(),
                100.0 * large / frames(),
                frames(),
                notDisplayed);
    }
}
