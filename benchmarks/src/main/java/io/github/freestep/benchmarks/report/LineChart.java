package io.github.freestep.benchmarks.report;

import java.util.ArrayList;

/**
 * Values over time, as lines; with marks at single times, and shades over stretches of it. Thousands of values take no more room
 * than the picture has columns, and a spike of a single one is still seen. Owned by one thread.
 */
public final class LineChart extends Chart {
    private final Plot plot;
    private double[] covered = {};
    private boolean logarithmic;

    private LineChart(Plot plot) {
        this.plot = plot;
    }

    /**
     * A chart without a line.
     *
     * @param xTitle what is on the horizontal axis, with its unit
     * @param yTitle what is on the vertical axis, with its unit
     * @return the chart
     */
    public static LineChart of(String xTitle, String yTitle) {
        return new LineChart(new Plot(xTitle, yTitle, Plot.HEIGHT));
    }

    /**
     * A chart of half the height, for pages that have many of them.
     *
     * @param xTitle what is on the horizontal axis, with its unit
     * @param yTitle what is on the vertical axis, with its unit
     * @return the chart
     */
    public static LineChart low(String xTitle, String yTitle) {
        return new LineChart(new Plot(xTitle, yTitle, Plot.HEIGHT / 2));
    }

    /**
     * Makes the vertical axis logarithmic. What is zero or less then lies on its lower edge, and the caption says so.
     *
     * @return this
     */
    public LineChart logarithmic() {
        logarithmic = true;
        return this;
    }

    /**
     * Makes the vertical axis, unless it is logarithmic, cover these values at least. Charts that are to be compared need
     * the same axis.
     *
     * @param least the lower
     * @param greatest the upper
     * @return this
     */
    public LineChart covering(double least, double greatest) {
        Stretch range = new Stretch("the range of an axis", least, greatest);
        covered = new double[] {range.from(), range.to()};
        return this;
    }

    /**
     * Adds a line from value to value.
     *
     * @param name for the legend
     * @param x finite, from the least to the greatest
     * @param y one for each x; where one is not finite there is a gap, and the caption says so
     * @return this
     */
    public LineChart line(String name, double[] x, double[] y) {
        return add(name, ChartSeries.Look.STRAIGHT, x, y);
    }

    /**
     * Adds a line that holds each value until the next.
     *
     * @param name for the legend
     * @param x finite, from the least to the greatest
     * @param y one for each x; where one is not finite there is a gap, and the caption says so
     * @return this
     */
    public LineChart steps(String name, double[] x, double[] y) {
        return add(name, ChartSeries.Look.STEPS, x, y);
    }

    /**
     * Adds a thin grey line behind the others, to compare them with.
     *
     * @param name for the legend
     * @param x finite, from the least to the greatest
     * @param y one for each x; where one is not finite there is a gap, and the caption says so
     * @return this
     */
    public LineChart reference(String name, double[] x, double[] y) {
        return add(name, ChartSeries.Look.REFERENCE, x, y);
    }

    private LineChart add(String name, ChartSeries.Look look, double[] x, double[] y) {
        plot.series.add(new ChartSeries(name, look, x, y));
        return this;
    }

    /**
     * Marks a time with a line and a name.
     *
     * @param name beside the line; where there is no room for it, the legend counts it
     * @param x the time, finite
     * @return this
     */
    public LineChart mark(String name, double x) {
        plot.marks.add(new Labels.Place(new Stretch(name, x, x).from(), name));
        return this;
    }

    /**
     * Shades a stretch of time.
     *
     * @param name for the legend; all of one name have one colour
     * @param from its start, finite
     * @param to its end, not before it
     * @return this
     */
    public LineChart span(String name, double from, double to) {
        plot.spans.computeIfAbsent(name, n -> new ArrayList<>()).add(new Stretch(name, from, to));
        return this;
    }

    @Override
    String svg(int width) {
        Scale x =
                Scale.exact(plot.xs().min().orElse(Double.NaN), plot.xs().max().orElse(Double.NaN), Axes.most(width));
        return plot.svg(width, x, logarithmic ? plot.logarithmic() : plot.rounded(covered));
    }

    @Override
    String note() {
        return plot.note(logarithmic);
    }
}
