package io.github.freestep.render.trace;

import io.github.freestep.render.FrameMode;
import io.github.freestep.render.display.LatencyMeter;
import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.SamplerTrial;
import io.github.freestep.state.StatePublisher;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says in words what happened in a recording of JDK Flight Recorder with the events of {@link MotionEvents}, why, and
 * what would have helped. Immutable. Making one reads the recording, and runs a sampler again for each option that is
 * tried. That takes a few seconds for an hour of frames, which must fit in memory.
 *
 * <pre>{@code
 * for (MotionReport report : MotionReport.read(Path.of("stutter.jfr"))) {
 *     report.findings().forEach(finding -> log(finding.text()));
 * }
 * }</pre>
 */
public final class MotionReport {
    private static final int HELPS = 2;

    /** This much more delay is as bad as twice the number of uneven frames. */
    private static final double DOUBLING_NANOS = 25e6;

    private final Trial recorded;
    private final List<Finding> findings;
    private final List<Trial> trials;
    private final long lengthNanos;
    private final LatencyMeter latency;

    /** Why motion was uneven. Later versions may add more, so a {@code switch} needs a default branch. */
    public enum Cause {
        /** A step took long, or the service fell behind: due to its own steps, or those of others on its thread. */
        LONG_STEP,
        /** The physics thread began a tick late, although it was free: the system did not let it run. */
        LATE_WAKE_UP,
        /** The virtual machine paused all threads, for the garbage collector or another reason. */
        VM_PAUSE,
        /** The host made a frame late, left some out, or predicted wrongly when a frame will be on the screen. */
        LATE_FRAME,
        /** The process or the machine was stopped, or the system ran neither thread for a while. */
        STOPPED,
        /** The game paused or resumed time, or changed its scale. The picture follows after its delay. */
        TIME_CHANGE,
        /** States of another process came late or were lost. */
        NETWORK_HOLE,
        /** The frame times that the host passed went back, were of a coarse clock, or varied in their lead. */
        FRAME_TIMES,
        /** The sampler showed the newest states as they are: {@code FrameMode.LATEST}. */
        NEWEST_STATES,
        /** States were later than the sampler's fixed allowed lateness. */
        ALLOWED_LATENESS,
        /** The frame loop waited too long for the display or the GPU, so the frame missed its refresh. */
        MISSED_REFRESH,
        /** The recording does not say. */
        UNKNOWN
    }

    /**
     * One stretch of uneven motion.
     *
     * @param cause why motion was uneven
     * @param startNanos when it began: the time of a frame, in nanoseconds of the states' clock
     * @param lostNanos the time for which motion was wrong: by which the longest frame was late, or the length of the
     *     uneven frames; 0 if the game itself has changed time
     * @param text what happened: a sentence
     * @param advice what to change: a sentence
     */
    public record Finding(Cause cause, long startNanos, long lostNanos, String text, String advice) {}

    /**
     * How the motion was, or would have been with another option. The first second, in which the sampler begins, does
     * not count.
     *
     * @param option what was changed, as a user would write it, such as {@code window(5)}; empty for the recording as
     *     it was
     * @param judder how uneven motion was, as in {@link MotionMeter#judder}
     * @param frozen how many frames moved at less than half of the speed of simulation time
     * @param jumping how many frames moved at more than one and a half times that speed
     * @param delayNanos the mean delay of frames
     */
    public record Trial(String option, double judder, long frozen, long jumping, long delayNanos) {
        /**
         * The number of uneven frames.
         *
         * @return frames that froze or jumped
         */
        public long uneven() {
            return frozen + jumping;
        }
    }

    private MotionReport(MotionLog log, MotionFindings found, MotionScore score, Trial recorded, List<Trial> trials) {
        latency = log.latency;
        this.recorded = recorded;
        this.trials = trials;
        findings = found.findings.stream()
                .sorted(Comparator.comparingLong(Finding::startNanos))
                .toList();
        lengthNanos = found.lengthNanos();
    }

    /**
     * Reads a recording, and tries other options.
     *
     * @param file a recording of JDK Flight Recorder
     * @return a report for each sampler with frames, the one with the most frames first; empty if there is none
     * @throws IOException if the file can't be read, or is not a recording
     */
    public static List<MotionReport> read(Path file) throws IOException {
        return MotionLog.read(Objects.requireNonNull(file, "file must not be null")).stream()
                .map(MotionReport::of)
                .toList();
    }

    /**
     * Makes a report of one sampler. Not for users: they have no logs.
     *
     * @param log a log with frames
     * @return the report
     */
    @SuppressWarnings("exports") // The package of logs is not exported.
    public static MotionReport of(MotionLog log) {
        MotionScore score = new MotionScore();
        Objects.requireNonNull(log, "log must not be null").run(score);
        MotionFindings found = new MotionFindings(log, score);
        log.run(found);
        Trial recorded = score.trial("");
        found.end(recorded.judder());
        List<Trial> trials = recorded.uneven() > 0 ? tryOptions(log, score) : List.of();
        return new MotionReport(log, found, score, recorded, trials);
    }

    private static List<Trial> tryOptions(MotionLog log, MotionScore score) {
        if (log.setup.options().mode() == FrameMode.LATEST) {
            return List.of(trial(new SamplerTrial(log).interpolate()));
        }
        List<SamplerTrial> trials = new ArrayList<>();
        int window = log.setup.window();
        for (int each = window + 1; each <= Math.min(window + 2, StatePublisher.MAX_WINDOW); each++) {
            trials.add(new SamplerTrial(log).window(each));
        }
        long gap = Math.max(1, score.gapNanos());
        for (int gaps = 1; gaps <= 2; gaps++) {
            trials.add(new SamplerTrial(log).allowedLateness(Math.max(1, Math.round(gaps * gap / 1e6))));
        }
        long late = score.lateNanos / 1_000_000 + 1;
        int enough = (int) Math.min(StatePublisher.MAX_WINDOW, late * 1_000_000 / gap + 3);
        SamplerTrial covers = enough > window ? new SamplerTrial(log).window(enough) : new SamplerTrial(log);
        trials.add(covers.allowedLateness(late));
        return trials.stream().map(MotionReport::trial).toList();
    }

    private static Trial trial(SamplerTrial of) {
        MotionScore score = new MotionScore();
        of.run(score);
        return score.trial(of.option());
    }

    /**
     * How the motion was.
     *
     * @return the recording as it was
     */
    public Trial recorded() {
        return recorded;
    }

    /**
     * What happened, in the order of time. Uneven frames of the first second count only if their cause is known,
     * because the picture stands still until there is something to show.
     *
     * @return empty if motion was even: no frame was off by half of the speed, judder was at most 2 % in any four
     *     seconds and in the whole recording
     */
    public List<Finding> findings() {
        return findings;
    }

    /**
     * How long inputs took to the swap of the frame that showed them, and where on the way they waited.
     *
     * @return a meter; without figures if there were no inputs, the states were those of a stepper, or the recording is
     *     of a version before 0.1
     */
    public LatencyMeter latency() {
        return latency;
    }

    /**
     * What other options would have shown: a larger window, a fixed allowed lateness, and both. If the sampler showed
     * the newest states, the trial is interpolation.
     *
     * @return empty if no frame froze or jumped
     */
    public List<Trial> trials() {
        return trials;
    }

    /**
     * The option that would have helped most: it would have left at most half of the uneven frames. A longer delay
     * counts against an option: 25 ms more are as bad as twice the number of uneven frames. Otherwise, the option with
     * the longest delay would be the best even for a single uneven frame.
     *
     * @return null if none would have helped without too long a delay, or if motion was even
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Trial best() {
        return best(recorded, trials);
    }

    static @Nullable Trial best(Trial recorded, List<Trial> trials) {
        return trials.stream()
                .filter(trial -> HELPS * trial.uneven() <= recorded.uneven() && cost(trial) < cost(recorded))
                .min(Comparator.comparingDouble(MotionReport::cost))
                .orElse(null);
    }

    private static double cost(Trial trial) {
        return Math.log(1 + trial.uneven()) / Math.log(2) + trial.delayNanos() / DOUBLING_NANOS;
    }

    /**
     * The time from the first to the last frame.
     *
     * @return wall time
     */
    public Duration length() {
        return Duration.ofNanos(lengthNanos);
    }
}
