package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Chart;
import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.TimelineChart;
import java.util.Arrays;
import java.util.function.Function;

/** Draws the charts of a finished run. */
record ReportCharts(RunResult run) {
    private static final String TIME = "run time, s";

    /** Shows when faults, GC pauses, ticks and frames happened. */
    Chart timeline() {
        TimelineChart chart = TimelineChart.of(TIME);
        for (FaultDirector.Strike strike : run.strikes()) {
            chart.span("faults", strike.fault().toString(), strike.beginSeconds(), strike.endSeconds());
        }
        for (GcLog.Pause pause : run.collections()) {
            String name = pause.name().replace(" Generation", "") + " " + pause.millis() + " ms";
            chart.span("GC pauses", name, pause.atSeconds(), pause.endSeconds());
        }
        BusyTime.Columns busy = run.ticks().series().busy();
        chart.spans("ticks", busy.beginSeconds(), busy.endSeconds());
        for (RunResult.Reader reader : run.readers()) {
            PeakSeries.Points frames = reader.frames().series().frameTimeMillis();
            chart.points("frames of " + reader.name(), frames.seconds());
        }
        return chart;
    }

    Chart tickPercentiles() {
        LineChart chart = LineChart.percentiles("time, ms");
        line(chart, "late", run.ticks().lateness());
        line(chart, "published late", run.ticks().publicationLateness());
        line(chart, "compute", run.ticks().compute());
        return chart;
    }

    Chart ticks() {
        LineChart chart = LineChart.of(TIME, "time, ms").logarithmic();
        line(chart, "late", run.ticks().series().latenessMillis());
        line(chart, "compute", run.ticks().series().computeMillis());
        return marked(chart);
    }

    Chart debt() {
        LineChart chart = LineChart.low(TIME, "debt, ms");
        line(chart, "debt after a tick", run.ticks().series().debtMillis());
        return marked(chart);
    }

    Chart framePercentiles(Function<FrameLog.Totals, Distribution.Percentiles> of) {
        LineChart chart = LineChart.percentiles("time, ms");
        run.readers().forEach(reader -> line(chart, reader.name(), of.apply(reader.frames())));
        return chart;
    }

    /** Draws a line for each reader. Raises values to {@code least}, below which a difference is invisible. */
    Chart frames(String title, double least, Function<FrameLog.Series, PeakSeries.Points> of) {
        LineChart chart = LineChart.of(TIME, title).logarithmic();
        for (RunResult.Reader reader : run.readers()) {
            PeakSeries.Points series = of.apply(reader.frames().series());
            double[] values = Arrays.stream(series.values())
                    .map(value -> Math.max(least, value))
                    .toArray();
            chart.line(reader.name(), series.seconds(), values);
        }
        return marked(chart);
    }

    private static void line(LineChart chart, String name, Distribution.Percentiles of) {
        if (of.count() > 0) {
            chart.line(name, of.percentiles(), of.millis());
        }
    }

    private static void line(LineChart chart, String name, PeakSeries.Points of) {
        chart.line(name, of.seconds(), of.values());
    }

    private Chart marked(LineChart chart) {
        run.strikes().forEach(strike -> chart.mark(strike.fault().toString(), strike.beginSeconds()));
        run.collections().forEach(pause -> chart.span("GC pause", pause.atSeconds(), pause.endSeconds()));
        return chart;
    }
}
