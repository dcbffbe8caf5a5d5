package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.PeakSeries;
import java.util.Arrays;

/** Draws the charts of a finished run. */
record ReportCharts(RunResult run) {
    /** Below it, a difference in judder is invisible. */
    private static final double LEAST_PERCENT = 0.001;

    private static final int MOST_MARKS = 100;
    private static final String TIME = "run time, s";

    /**
     * Shows whether the run held and how even its pictures were: the judder of each reader, that of the newest state
     * behind it, faults, and broken promises.
     */
    LineChart opening() {
        LineChart chart = LineChart.of(TIME, "judder, %").logarithmic();
        for (RunResult.Reader reader : run.readers()) {
            FrameLog.Series series = reader.frames().series();
            chart.line(reader.name(), series.judderPercent().seconds(), raised(series.judderPercent()));
            PeakSeries.Points newest = series.newestStateJudderPercent();
            chart.reference("newest state, " + reader.name(), newest.seconds(), raised(newest));
        }
        if (eachFaultIsShown()) {
            run.faults().forEach(strike -> chart.span("fault", strike.beginSeconds(), strike.endSeconds()));
        }
        run.violations().forEach(violation -> chart.mark("BROKEN " + violation.promise(), violation.atSeconds()));
        return chart;
    }

    /** Returns whether marks of all faults would not run into each other. */
    private boolean eachFaultIsShown() {
        return run.faults().size() <= MOST_MARKS;
    }

    LineChart ticks() {
        LineChart chart = LineChart.of(TIME, "time, ms").logarithmic();
        line(chart, "late", run.ticks().series().latenessMillis());
        line(chart, "compute", run.ticks().series().computeMillis());
        return marked(chart);
    }

    LineChart speedOff() {
        LineChart chart = LineChart.of(TIME, "off, %").logarithmic();
        for (RunResult.Reader reader : run.readers()) {
            PeakSeries.Points series = reader.frames().series().speedOffPercent();
            chart.line(reader.name(), series.seconds(), raised(series));
        }
        return marked(chart);
    }

    private static double[] raised(PeakSeries.Points series) {
        return Arrays.stream(series.values())
                .map(value -> Math.max(LEAST_PERCENT, value))
                .toArray();
    }

    private static void line(LineChart chart, String name, PeakSeries.Points of) {
        chart.line(name, of.seconds(), of.values());
    }

    private LineChart marked(LineChart chart) {
        if (eachFaultIsShown()) {
            run.faults().forEach(strike -> chart.mark(strike.fault().toString(), strike.beginSeconds()));
        }
        return chart;
    }
}
