package io.github.freestep.render.display;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/**
 * Measures the animation error: how well the simulation times that frames show fit the times at which a display showed
 * them. For one thread; allocates nothing once made.
 *
 * <pre>{@code
 * DisplayMeter display = new DisplayMeter();
 * FrameSampler frames = FrameSampler.builder(states).listener(DisplayTimes.listener(display)).open();
 * ...
 * double millis = display.errorMillis(0.99); // what 99 % of the frames do not exceed
 * }</pre>
 *
 * <p>The listener measures the frames whose display times the host reports with {@link FrameSampler#displayed}, each
 * as soon as its display time and those of the frames before it are known. Times of any other source, such as a
 * capture, are passed to {@link #add}.
 *
 * <p>{@linkplain MotionMeter#judder Judder} is about the times at which frames are made, and needs no display times.
 */
public final class DisplayMeter {
    private static final double MILLI = 1e6;
    private static final long SMALL_NANOS = 1_000_000;
    private static final long LARGE_NANOS = 4_000_000;

    /** What is left of a distance between frame and display time after one more frame. */
    private static final double FORGETS = 0.95;

    private final Magnitudes errors = new Magnitudes();
    private final long[] wrong = new long[Cause.values().length];
    private final long[] worstNanos = new long[wrong.length];
    private final long[] firstNanos = new long[wrong.length];
    private final long[] lastNanos = new long[wrong.length];

    /** The rate of the display that shows the frames of the present sampler. */
    private DisplayRate rate = new DisplayRate();

    private boolean begun;
    private boolean wasMoving;
    private long shownNanos;
    private long currentNanos;
    private long frameNanos;
    private long displayNanos;

    /** By how much frame times are ahead of display times, compared with the frames before, and why. */
    private double apartNanos;

    private Cause apart = Cause.FRAME;

    private long displayed;
    private long notDisplayed;
    private long notReported;
    private long errorNanos;
    private long small;
    private long large;
    private long missed;
    private long repeated;
    private long latencies;
    private double latencySum;

    /** Where an animation error comes from. Later versions may add more, so a {@code switch} needs a default branch. */
    public enum Cause {
        /** The simulation time shown did not move as far as the frame's time: the sampler is to blame. */
        SIMULATION_TIME,
        /**
         * The frame times were less even than the display times. The host made frames at uneven times, or predicted
         * their display times wrongly.
         */
        FRAME,
        /** The display times were less even than the frame times. */
        REFRESH
    }

    /** Creates a meter, with all counts at zero. */
    public DisplayMeter() {}

    /**
     * Counts a frame that was displayed, from any source of times: a capture, or a tool such as PresentMon. The three
     * times may be from three clocks.
     *
     * @param animationNanos the simulation time that the frame shows, in wall time
     * @param frameNanos when the host began to make the frame, or when it expected the frame to be on the screen
     * @param displayNanos when the display began to show it. If that is before the last frame's, the frame only
     *     begins a new comparison
     */
    public void add(long animationNanos, long frameNanos, long displayNanos) {
        frame(animationNanos, animationNanos, frameNanos, 1, displayNanos, true);
    }

    /**
     * Counts a frame of a sampler that was displayed, such as from a flight recording.
     *
     * @param simulationNanos the {@link Frame#simulationNanos}
     * @param currentSimulationNanos the {@link Frame#currentSimulationNanos}
     * @param wallPerSimulation wall time by simulation time: 2 at half speed; 0 if time was paused
     * @param frameNanos the {@link Frame#frameNanos}
     * @param displayNanos when the display began to show it
     */
    public void add(
            long simulationNanos,
            long currentSimulationNanos,
            double wallPerSimulation,
            long frameNanos,
            long displayNanos) {
        boolean isMoving = wallPerSimulation > 0 && currentSimulationNanos > currentNanos;
        frame(simulationNanos, currentSimulationNanos, frameNanos, wallPerSimulation, displayNanos, isMoving);
        if (wallPerSimulation > 0) {
            long behind = Math.round((currentSimulationNanos - simulationNanos) * wallPerSimulation);
            latencies++;
            latencySum += displayNanos - frameNanos + behind;
        }
    }

    private void frame(
            long shown, long current, long atNanos, double wallPerSimulation, long shownAtNanos, boolean isMoving) {
        displayed++;
        long passed = shownAtNanos - displayNanos;
        if (begun && passed >= 0) {
            rate.add(passed);
            if (wasMoving && isMoving) {
                count(Math.round((shown - shownNanos) * wallPerSimulation), atNanos, passed);
            }
        }
        begun = true;
        wasMoving = wallPerSimulation > 0;
        shownNanos = shown;
        currentNanos = current;
        frameNanos = atNanos;
        displayNanos = shownAtNanos;
    }

    private void count(long moved, long atNanos, long passed) {
        errorNanos = moved - passed;
        long size = Math.abs(errorNanos);
        errors.add(size);
        small += size > SMALL_NANOS ? 1 : 0;
        large += size > LARGE_NANOS ? 1 : 0;
        if (rate.periodNanos() > 0) {
            long refreshes = rate.refreshes(passed);
            repeated += refreshes - 1;
            missed += Math.max(0, refreshes - rate.refreshes(rate.usualNanos()));
        }
        if (size > SMALL_NANOS) {
            int cause = cause(moved, atNanos - frameNanos, passed).ordinal();
            firstNanos[cause] = wrong[cause]++ == 0 ? atNanos : firstNanos[cause];
            lastNanos[cause] = atNanos;
            worstNanos[cause] = Math.max(worstNanos[cause], size);
        }
        apartNanos = FORGETS * apartNanos + atNanos - frameNanos - passed;
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
            long usual = rate.usualNanos() > 0 ? rate.usualNanos() : passed;
            cause = Math.abs(made - usual) >= Math.abs(passed - usual) ? Cause.FRAME : Cause.REFRESH;
            apart = cause;
        }
        return cause;
    }

    /** Begins with the frames of another sampler, perhaps on another display. */
    void begin() {
        begun = false;
        apartNanos = 0;
        rate = new DisplayRate();
        reset();
    }

    /** Counts a frame that was never displayed, from any source of times. */
    public void addNotDisplayed() {
        notDisplayed++;
    }

    /** Counts frames of which no report can come any more. */
    void giveUp(long frames) {
        notReported += frames;
    }

    /** Sets all counts to zero. The next frame is still compared with the last one. */
    public void reset() {
        errors.clear();
        Arrays.fill(wrong, 0);
        Arrays.fill(worstNanos, 0);
        displayed = 0;
        notDisplayed = 0;
        notReported = 0;
        errorNanos = 0;
        small = 0;
        large = 0;
        missed = 0;
        repeated = 0;
        latencies = 0;
        latencySum = 0;
    }

    /**
     * The number of frames whose display time is known.
     *
     * @return frames; 0 if the host reports no display times. Then there are no figures
     */
    public long displayed() {
        return displayed;
    }

    /** Returns how many frames have no display time, although a frame at least 16 later has one. */
    long notDisplayed() {
        return notDisplayed;
    }

    /**
     * Returns the number of frames that were never reported: no report came while the frame was among the newest 256,
     * and none for a frame at least 16 newer. It is unknown whether they were displayed.
     *
     * @return frames that are neither {@link #displayed} nor {@link #notDisplayed}
     */
    long notReported() {
        return notReported;
    }

    /**
     * The number of frames that have an animation error.
     *
     * @return frames; 0 if there are no display times, or if time was paused
     */
    public long frames() {
        return errors.count();
    }

    /**
     * The animation error of the newest frame that has one, with its sign. It is what PresentMon calls by this name:
     *
     * <pre>animation error = (simulation time shown now - before) - (display time now - before)</pre>
     *
     * <p>"Before" is the last frame that was displayed. A positive error means that the picture jumps ahead, a negative
     * one that it falls behind. Simulation time is measured in wall time: at a time scale of 1/2, one millisecond of
     * simulation time is two. After a change of the time scale, the picture follows only after its delay, as in {@link
     * MotionMeter#judder}. A frame has no error if time was paused in it or in the frame before, or if simulation time
     * has not moved between them.
     *
     * @return milliseconds, exact to a nanosecond; NaN if there is none
     */
    public double errorMillis() {
        return frames() == 0 ? Double.NaN : errorNanos / MILLI;
    }

    /**
     * A quantile of the animation errors without their signs: for a share of 0.99, the error that 99 % of the frames do
     * not exceed.
     *
     * @param share from 0 to 1
     * @return milliseconds, at most 3 % too high; NaN if no frame has an error
     * @throws IllegalArgumentException if the share is out of that range
     */
    public double errorMillis(double share) {
        return errors.millis(share);
    }

    /** Returns the share of frames with an animation error of more than 1 ms; NaN if no frame has an error. */
    double above1Milli() {
        return frames() == 0 ? Double.NaN : (double) small / frames();
    }

    /** Returns the share of frames with an animation error of more than 4 ms; NaN if no frame has an error. */
    double above4Millis() {
        return frames() == 0 ? Double.NaN : (double) large / frames();
    }

    /**
     * The number of frames with an animation error of more than 1 ms that have a cause.
     *
     * @param cause which cause
     * @return frames
     */
    public long wrong(Cause cause) {
        return wrong[index(cause)];
    }

    /**
     * The greatest animation error that {@link #wrong} counts.
     *
     * @param cause which cause
     * @return milliseconds, without the sign; 0 if there is none
     */
    public double worstMillis(Cause cause) {
        return worstNanos[index(cause)] / MILLI;
    }

    /**
     * The time of the first frame that {@link #wrong} counts.
     *
     * @param cause which cause
     * @return its {@link Frame#frameNanos}, or the time that was passed to {@link #add}; meaningless if there is none
     */
    public long firstNanos(Cause cause) {
        return firstNanos[index(cause)];
    }

    /**
     * The time of the last frame that {@link #wrong} counts.
     *
     * @param cause which cause
     * @return its {@link Frame#frameNanos}, or the time that was passed to {@link #add}; meaningless if there is none
     */
    public long lastNanos(Cause cause) {
        return lastNanos[index(cause)];
    }

    private static int index(Cause cause) {
        return Objects.requireNonNull(cause, "cause must not be null; pass one of DisplayMeter.Cause.values()")
                .ordinal();
    }

    /**
     * Refreshes at which a new frame was expected, but the display repeated the previous frame. A frame is expected
     * after the usual number of refreshes, which is the median. Counted in {@linkplain #periodNanos periods}, after the
     * period is known.
     *
     * @return refreshes; 0 if the display has a variable rate
     */
    public long missedRefreshes() {
        return missed;
    }

    /** Returns how many refreshes have repeated the previous frame, expected or not. */
    long repeatedRefreshes() {
        return repeated;
    }

    /**
     * The refresh period, as learned from display times: the longest time of which nearly all times between frames are
     * multiples. A loop that falls to half its rate keeps the learned period.
     *
     * <p>It is a multiple of the display's own period if every frame was shown for several refreshes, and for equally
     * many. After a move to a display with a multiple of the old period, this method still returns the old period;
     * create another meter then.
     *
     * @return nanoseconds; 0 in the first 32 frames, or if the display has a variable rate
     */
    public long periodNanos() {
        return Math.round(rate.periodNanos());
    }

    /**
     * The mean latency from a state to the display: from the moment at which the simulation time that a frame shows was
     * due, until the display shows the frame. Does not count frames in a pause. The clock of a receiver is behind the
     * sender's by the shortest way of a datagram, which is not in it.
     *
     * @return nanoseconds of wall time; 0 if there is none
     */
    long latencyNanos() {
        return latencies == 0 ? 0 : Math.round(latencySum / latencies);
    }

    /** Returns the figures in one line, or says that there are no display times. For logs; allocates. */
    @Override
    public String toString() {
        if (displayed == 0) {
            return "no display times: report them with displayed(frame.number(), displayNanos)";
        }
        String lost = notReported == 0 ? "" : ", not reported: " + notReported;
        String latency = latencies == 0
                ? ""
                : String.format(Locale.ROOT, "; from state to display %.1f ms", latencyNanos() / MILLI);
        return String.format(
                        Locale.ROOT,
                        "animation error p50 %.3f, p95 %.3f, p99 %.3f ms, above 1 ms %.2f %%, above 4 ms %.2f %% of %d"
                                + " frames; missed refreshes: %d, repeated: %d, frames not displayed: %d",
                        errorMillis(0.5),
                        errorMillis(0.95),
                        errorMillis(0.99),
                        100 * above1Milli(),
                        100 * above4Millis(),
                        frames(),
                        missed,
                        repeated,
                        notDisplayed)
                + lost
                + latency;
    }
}
