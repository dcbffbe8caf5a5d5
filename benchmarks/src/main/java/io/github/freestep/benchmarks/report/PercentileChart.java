package io.github.freestep.benchmarks.report;

import java.util.Arrays;

/**
 * Values by percentile, as HdrHistogram's plots have them: each nine takes as much room as the one before, and the vertical axis
 * is logarithmic. Owned by one thread.
 */
public final class PercentileChart extends Chart {
    private final Plot plot;

    private PercentileChart(Plot plot) {
        this.plot = plot;
    }

    /**
     * A chart without a line.
     *
     * @param yTitle what is on the vertical axis, with its unit
     * @return the chart
     */
    public static PercentileChart of(String yTitle) {
        return new PercentileChart(new Plot("percentile, %", yTitle, Plot.HEIGHT));
    }

    /**
     * Adds a line.
     *
     * @param name for the legend
     * @param percentiles from 0 to 100, from the least to the greatest; 100 lies at the axis's end
     * @param values one for each percentile; where one is not finite there is a gap, and what is zero or less lies on the
     *     lower edge, and the caption says so
     * @return this
     */
    public PercentileChart line(String name, double[] percentiles, double[] values) {
        plot.series.add(new ChartSeries(name, ChartSeries.Look.STRAIGHT, percentiles, values));
        Arrays.stream(percentiles).filter(p -> p < 0 || p > 100).findFirst().ifPresent(p -> {
            throw new IllegalArgumentException(name + " has the percentile " + p + "; give them from 0 to 100");
        });
        return this;
    }

    @Override
    String svg(int width) {
        double greatest = plot.xs().filter(p -> p < 100).max().orElse(0);
        return plot.svg(width, Scale.percentiles(greatest), plot.logarithmic());
    }

    @Override
    String note() {
        return plot.note(true);
    }
}
