package io.github.freestep.render.trace;

import io.github.freestep.render.display.DisplayMeter;
import io.github.freestep.render.trace.MotionReport.Cause;
import io.github.freestep.render.trace.MotionReport.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Finds what only display times show: frames with even times that were displayed unevenly, and the other way round. At
 * most one finding for each, because such errors come in hundreds. Wrong simulation times are found without a display.
 * Not thread-safe.
 */
final class DisplayFindings {
    /** A quarter of a frame at 60 frames per second. Errors below it are in the figures. */
    private static final double VISIBLE_MILLIS = 4;

    private final DisplayMeter display;

    DisplayFindings(DisplayMeter display) {
        this.display = display;
    }

    /** Returns these findings among those without a display, in the order of time. */
    List<Finding> among(MotionFindings found) {
        List<Finding> all = new ArrayList<>(found.findings);
        if (isVisible(DisplayMeter.Cause.FRAME)) {
            all.add(finding(
                    DisplayMeter.Cause.FRAME,
                    Cause.LATE_FRAME,
                    found.firstNanos,
                    "the frame times were less even than the display times",
                    "if the host passes no times, wait for the display (vsync) before each frame, or pass the time at"
                            + " which the frame will be on the screen: sample(frameNanos); if it passes such times,"
                            + " predict them better"));
        }
        if (isVisible(DisplayMeter.Cause.REFRESH)) {
            String missed = display.missedRefreshes() < 2
                    ? ""
                    : ": the display missed " + Wording.tick(display.missedRefreshes()) + " refreshes";
            all.add(finding(
                    DisplayMeter.Cause.REFRESH,
                    Cause.MISSED_REFRESH,
                    found.firstNanos,
                    "the display times were less even than the frame times" + missed,
                    "let the GPU finish earlier (cheaper frames), or let one more frame wait for the display"));
        }
        all.sort(Comparator.comparingLong(Finding::startNanos));
        return List.copyOf(all);
    }

    private boolean isVisible(DisplayMeter.Cause cause) {
        return display.worstMillis(cause) > VISIBLE_MILLIS;
    }

    private Finding finding(DisplayMeter.Cause of, Cause cause, long beganNanos, String what, String advice) {
        long from = display.firstNanos(of);
        return new Finding(
                cause,
                from,
                "from " + Wording.seconds(from - beganNanos) + " s to "
                        + Wording.seconds(display.lastNanos(of) - beganNanos) + " s " + what + "; "
                        + Wording.count(display.wrong(of), "frame")
                        + String.format(Locale.ROOT, " off by up to %.1f ms on the screen", display.worstMillis(of)),
                advice);
    }
}
