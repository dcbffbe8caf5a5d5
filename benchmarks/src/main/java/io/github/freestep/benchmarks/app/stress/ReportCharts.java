package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Chart;
import io.github.freestep.benchmarks.report.LineChart;
import io.github.freestep.benchmarks.report.PercentileChart;
import io.github.freestep.benchmarks.report.TimelineChart;
import java.util.Arrays;
import java.util.function.Function;

/** The charts of a run that has ended. */
final class ReportCharts {
    private static final String TIME = "run time, s";

    private final StressRun run;

    ReportCharts(StressRun run) {
        this.run = run;
    }

    /** What happened when. */
    Chart timeline() {
        TimelineChart chart = TimelineChart.of(TIME);
        for (FaultDirector.Strike strike : run.director.strikes()) {
            chart.span("faults", strike.fault.toString(), strike.beginSeconds, strike.endSeconds());
        }
        for (GcLog.Pause pause : run.collections.pauses()) {
            String name = pause.name().replace(" Generation", "") + " " + pause.millis() + " ms";
            chart.span("GC pauses", name, pause.atSeconds(), pause.endSeconds());
        }
        chart.spans("ticks", run.ticks.busy.beginSeconds(), run.ticks.busy.endSeconds());
        for (FrameChecker reader : run.readers) {
            chart.points("frames of " + reader.name(), reader.log.frameTime.seconds());
        }
        return chart;
    }

    Chart tickPercentiles() {
        PercentileChart chart = PercentileChart.of("time, ms");
        line(chart, "late", run.ticks.latenessTotal());
        line(chart, "published late", run.ticks.publicationTotal());
        line(chart, "compute", run.ticks.computeTotal());
        return chart;
    }

    Chart ticks() {
        LineChart chart = LineChart.of(TIME, "time, ms").logarithmic();
        line(chart, "late", run.ticks.lateness);
        line(chart, "compute", run.ticks.compute);
        return marked(chart);
    }

    Chart debt() {
        LineChart chart = LineChart.low(TIME, "debt, ms");
        line(chart, "debt after a tick", run.ticks.debt);
        return marked(chart);
    }

    Chart framePercentiles(Function<FrameLog, Distribution> of) {
        PercentileChart chart = PercentileChart.of("time, ms");
        run.readers.forEach(reader -> line(chart, reader.name(), of.apply(reader.log)));
        return chart;
    }

    /** A line for each reader; below the least value nobody would see a difference. */
    Chart frames(String title, double least, Function<FrameLog, PeakSeries> of) {
        LineChart chart = LineChart.of(TIME, title).logarithmic();
        for (FrameChecker reader : run.readers) {
            PeakSeries series = of.apply(reader.log);
            double[] values = Arrays.stream(series.values())
                    .map(value -> Math.max(least, value))
                    .toArray();
            chart.line(reader.name(), series.seconds(), values);
        }
        return marked(chart);
    }

    private static void line(PercentileChart chart, String name, Distribution of) {
        if (of.count() > 0) {
            chart.line(name, of.percentiles(), of.millis());
        }
    }

    private static void line(LineChart chart, String name, PeakSeries of) {
        chart.line(name, of.seconds(), of.values());
    }

    private Chart marked(LineChart chart) {
        for (FaultDirector.Strike strike : run.director.strikes()) {
            chart.mark(strike.fault.toString(), strike.beginSeconds);
        }
        for (GcLog.Pause pause : run.collections.pauses()) {
            chart.span("GC pause", pause.atSeconds(), pause.endSeconds());
        }
        return chart;
    }
}
