package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.report.PeakSeries;
import io.github.freestep.render.FrameMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Records how unevenly the pictures moved, for the report. For the drawing thread; bounded. */
final class ViewLog {
    private final Map<FrameMode, Trace> traces = new EnumMap<>(FrameMode.class);
    private boolean begun;
    private long beganNanos;
    private long frames;
    private double seconds;

    private record Trace(PeakSeries speedOffPercent, PeakSeries judderPercent) {}

    /** Records a frame of each of these eyes. Two eyes of one mode show the same, so the first of them counts. */
    void add(List<Eye> eyes, long nowNanos) {
        if (!begun) {
            begun = true;
            beganNanos = nowNanos;
        }
        long run = Math.max(0, nowNanos - beganNanos);
        for (int i = eyes.size() - 1; i >= 0; i--) {
            Eye eye = eyes.get(i);
            double speed = eye.speed.get(RecentValues.SIZE - 1);
            if (!Double.isNaN(speed) && (i == 0 || eye.mode != eyes.get(0).mode)) {
                Trace trace = traces.computeIfAbsent(eye.mode, mode -> new Trace(new PeakSeries(), new PeakSeries()));
                trace.speedOffPercent.add(run, 100 * Math.abs(speed - 1));
                trace.judderPercent.add(run, 100 * eye.judder());
            }
        }
        frames++;
        seconds = run / 1e9;
    }

    Totals totals() {
        List<Picture> pictures = new ArrayList<>();
        traces.forEach((mode, trace) -> pictures.add(
                new Picture(Overlay.name(mode), trace.speedOffPercent.points(), trace.judderPercent.points())));
        return new Totals(frames, seconds, pictures);
    }

    /** All pictures that were shown. */
    record Totals(long frames, double seconds, List<Picture> pictures) {}

    /**
     * How a picture moved.
     *
     * @param judderPercent in the last full second, for each frame
     */
    record Picture(String name, PeakSeries.Points speedOffPercent, PeakSeries.Points judderPercent) {}
}
