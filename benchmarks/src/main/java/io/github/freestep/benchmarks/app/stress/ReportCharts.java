package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Chart;
import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.PeakSeries;
import java.util.Arrays;
import java.util.function.Function;

/** Draws the charts of a finished run. */
record ReportCharts(RunResult run) {
    /** Below it, a difference in judder is invisible. */
    static final double LEAST_PERCENT = 0.001;

    private static final String TIME = "run time, s";

    /**
     * Shows whether the run held and how even its pictures were: the judder of each reader, that of the newest state
     * behind it, faults, and broken promises.
     */
    LineChart opening() {
        LineChart chart = LineChart.of(TIME, "judder, %").logarithmic();
        for (RunResult.Reader reader : run.readers()) {
            FrameLog.Series series = reader.frames().series();
            chart.line(reader.name(), series.judderPercent().seconds(), raised(series.judderPercent(), LEAST_PERCENT));
            PeakSeries.Points newest = series.newestStateJudderPercent();
            chart.reference("newest state, " + reader.name(), newest.seconds(), raised(newest, LEAST_PERCENT));
        }
        if (eachFaultIsShown()) {
            run.faults().forEach(period -> chart.span("fault", period.beginSeconds(), period.endSeconds()));
        }
        run.violations().forEach(violation -> chart.mark("BROKEN " + violation.promise(), violation.atSeconds()));
        return chart;
    }

    /** Returns whether no faults were merged. If some were, they strike all the time, and marks would cover all. */
    private boolean eachFaultIsShown() {
        return run.faults().stream().allMatch(period -> period.times() == 1);
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
            chart.line(reader.name(), series.seconds(), raised(series, least));
        }
        return marked(chart);
    }

    private static double[] raised(PeakSeries.Points series, double least) {
        return Arrays.stream(series.values())
                .map(value -> Math.max(least, value))
                .toArray();
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
        if (eachFaultIsShown()) {
            run.faults().forEach(period -> chart.mark(period.fault().toString(), period.beginSeconds()));
        }
        run.collections().pauses().forEach(pause -> chart.span("GC pause", pause.atSeconds(), pause.endSeconds()));
        return chart;
    }
}
