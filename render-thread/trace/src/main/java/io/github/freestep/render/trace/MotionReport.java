package io.github.freestep.render.trace;

import io.github.freestep.render.display.LatencyMeter;
import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.render.trace.log.MotionLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Says in words what happened in a recording of JDK Flight Recorder with the events of {@link MotionEvents}, and why.
 * Immutable. Making one reads the recording, which takes a few seconds for an hour of frames, and these must fit in
 * memory.
 *
 * <pre>{@code
 * for (MotionReport report : MotionReport.read(Path.of("stutter.jfr"))) {
 *     report.findings().forEach(finding -> log(finding.text()));
 * }
 * }</pre>
 */
public final class MotionReport {
    private final Motion motion;
    private final List<Finding> findings;
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
     * How the motion was. The first second, in which the sampler begins, does not count.
     *
     * @param judder how uneven motion was, as in {@link MotionMeter#judder}
     * @param frozen how many frames moved at less than half of the speed of simulation time
     * @param jumping how many frames moved at more than one and a half times that speed
     */
    public record Motion(double judder, long frozen, long jumping) {}

    private MotionReport(MotionLog log, MotionFindings found, Motion motion) {
        latency = log.latency;
        this.motion = motion;
        findings = found.findings.stream()
                .sorted(Comparator.comparingLong(Finding::startNanos))
                .toList();
        lengthNanos = found.lengthNanos();
    }

    /**
     * Reads a recording.
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
        Motion motion = score.motion();
        found.end(motion.judder());
        return new MotionReport(log, found, motion);
    }

    /**
     * How the motion was.
     *
     * @return figures of all frames but those of the first second
     */
    public Motion motion() {
        return motion;
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
     * The time from the first to the last frame.
     *
     * @return wall time
     */
    public Duration length() {
        return Duration.ofNanos(lengthNanos);
    }
}
