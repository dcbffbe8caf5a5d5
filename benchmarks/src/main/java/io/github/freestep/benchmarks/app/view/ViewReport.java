package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.report.Chart;
import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.Page;
import io.github.freestep.benchmarks.report.PeakSeries;
import io.github.freestep.benchmarks.report.Units;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The report of a session: what was on screen at its end, and how evenly the pictures moved.
 *
 * @param png the last frame; null if the window was minimised
 * @param scene what was shown, in a few words
 * @param refreshRate of the monitor, in Hz
 * @param onScreen how well frames fit the times at which the display showed them; null without a visible window
 */
record ViewReport(ViewLog.Totals log, byte[] png, String scene, int refreshRate, String onScreen) {
    /** Below it, a difference is invisible. */
    private static final double LEAST_PERCENT = 0.001;

    String html() {
        Page page = new Page("Freestep viewer");
        page.paragraph(Units.text(
                "%s: %,d frames in %.1f s, on a monitor of %d Hz.", scene, log.frames(), log.seconds(), refreshRate));
        if (onScreen != null) {
            page.paragraph("The picture on the right, on the screen: " + onScreen + ".");
        }
        if (png != null) {
            page.image("The last frame.", png);
        }
        page.figure(
                "How far the speed of each picture was off from one frame to the next; 0 is even, 100 % stands still."
                        + " Values below 0.001 % lie on the lower edge.",
                chart("off, %", ViewLog.Picture::speedOffPercent));
        page.figure(
                "Judder: the root of the mean square of these errors in the last full second.",
                chart("judder, %", ViewLog.Picture::judderPercent));
        return page.facts(Machine.here().json()).html();
    }

    private Chart chart(String title, Function<ViewLog.Picture, PeakSeries.Points> of) {
        LineChart chart = LineChart.of("time, s", title).logarithmic();
        for (ViewLog.Picture picture : log.pictures()) {
            PeakSeries.Points points = of.apply(picture);
            double[] raised = Arrays.stream(points.values())
                    .map(value -> Math.max(LEAST_PERCENT, value))
                    .toArray();
            chart.line(picture.name(), points.seconds(), raised);
        }
        return chart;
    }

    /** Returns all figures of the page. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("scene", scene);
        json.put("refreshRate", refreshRate);
        json.put("onScreen", onScreen);
        json.putAll(Json.members(log));
        json.put("machine", Machine.here());
        return json;
    }
}
