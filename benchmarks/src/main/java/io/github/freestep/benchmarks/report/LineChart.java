package io.github.freestep.benchmarks.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Draws values over time or over percentiles as lines, with marks at instants and shaded stretches of time. Thousands
 * of values take no more space than the picture has columns, and a spike of a single value stays visible. Owned by
 * one thread.
 */
public final class LineChart extends Chart {
    private static final int HEIGHT = 240;
    /** The least distance between two numbers of the vertical axis. */
    private static final int PER_TICK = 40;

    private final List<Line> lines = new ArrayList<>();
    private final List<Labels.Place> marks = new ArrayList<>();
    /** The shaded stretches by name. All stretches of one name share a colour and a legend entry. */
    private final Map<String, List<Stretch>> spans = new LinkedHashMap<>();

    private final String xTitle;
    private final String yTitle;
    private final int height;
    private final boolean percentiles;
    private boolean logarithmic;
    private double[] covered = {};

    private LineChart(String xTitle, String yTitle, int height, boolean percentiles) {
        this.xTitle = xTitle;
        this.yTitle = yTitle;
        this.height = height;
        this.percentiles = percentiles;
        this.logarithmic = percentiles;
    }

    /** Creates an empty chart. The titles name what the axes show, with its unit. */
    public static LineChart of(String xTitle, String yTitle) {
        return new LineChart(xTitle, yTitle, HEIGHT, false);
    }

    /** Creates an empty chart of half the height, for pages with many charts. */
    public static LineChart low(String xTitle, String yTitle) {
        return new LineChart(xTitle, yTitle, HEIGHT / 2, false);
    }

    /**
     * Creates an empty chart of values by percentile, as HdrHistogram plots them: 90, 99, 99.9 % and so on are equally
     * far apart, and the vertical axis is logarithmic. The x values of its lines are percentiles from 0 to 100; 100
     * lies at the end of the axis.
     */
    public static LineChart percentiles(String yTitle) {
        return new LineChart("percentile, %", yTitle, HEIGHT, true);
    }

    /** Makes the vertical axis logarithmic. Values of zero or less lie on its lower edge; the caption counts them. */
    public LineChart logarithmic() {
        logarithmic = true;
        return this;
    }

    /**
     * Makes a linear vertical axis include these values, so that several charts can be compared. A logarithmic axis
     * ignores them.
     */
    public LineChart covering(double least, double greatest) {
        Stretch range = new Stretch("the range of an axis", least, greatest);
        covered = new double[] {range.from(), range.to()};
        return this;
    }

    /**
     * Adds a line through points.
     *
     * @param name for the legend
     * @param x finite and ascending
     * @param y one for each x; a NaN or infinite value is a gap, and the caption says how many there are
     */
    public LineChart line(String name, double[] x, double[] y) {
        lines.add(new Line(name, false, x, y));
        if (percentiles && Arrays.stream(x).anyMatch(p -> p < 0 || p > 100)) {
            throw new IllegalArgumentException(
                    "percentiles of " + name + " must be from 0 to 100, were " + Arrays.toString(x));
        }
        return this;
    }

    /** Adds a thin grey line behind the others, as a reference for them. The parameters are those of {@link #line}. */
    public LineChart reference(String name, double[] x, double[] y) {
        lines.add(new Line(name, true, x, y));
        return this;
    }

    /** Marks a finite x with a line and a name. If there is no room for the name, the legend counts it. */
    public LineChart mark(String name, double x) {
        marks.add(new Labels.Place(new Stretch(name, x, x).from(), name));
        return this;
    }

    /** Shades the x from {@code from} to {@code to}. All stretches of one name share a colour and a legend entry. */
    public LineChart span(String name, double from, double to) {
        spans.computeIfAbsent(name, n -> new ArrayList<>()).add(new Stretch(name, from, to));
        return this;
    }

    @Override
    String svg(int width) {
        Scale x = xScale(width);
        Scale y = yScale();
        Svg svg = new Svg();
        Axes axes = new Axes(svg, width, Axes.margin(y));
        Labels names = Labels.of(
                marks.stream()
                        .map(m -> new Labels.Place(axes.x(x, m.x()), m.name()))
                        .toList(),
                axes.left,
                axes.right);
        double legend = Legend.draw(svg, legend(names.omitted()), width);
        svg.text(Svg.Anchor.START, 0, legend + HtmlText.FONT, HtmlText.fit(yTitle, width));
        double namesTop = legend + Axes.ROW;
        double top = namesTop + names.height() + Axes.GAP;
        axes.place(top, top + height);
        int colour = lines.size();
        for (List<Stretch> stretches : spans.values()) {
            svg.path("shade " + colour(colour++), Stretch.bars(stretches, axes, x, top, height));
        }
        axes.horizontal(x, xTitle);
        axes.vertical(y);
        drawLines(svg, axes, x, y);
        marks.forEach(m -> svg.line("mark", axes.x(x, m.x()), top, axes.x(x, m.x()), top + height));
        names.lines(svg, "mark", namesTop, top);
        names.draw(svg, namesTop);
        if (ys().findAny().isEmpty()) {
            svg.text(Svg.Anchor.MIDDLE, (axes.left + axes.right) / 2, top + height / 2.0, "no values");
        }
        return svg.close(width, axes.height(), summary());
    }

    private Scale xScale(int width) {
        double[] all = DoubleStream.concat(
                        DoubleStream.concat(
                                marks.stream().mapToDouble(Labels.Place::x),
                                spans.values().stream().flatMapToDouble(Stretch::ends)),
                        lines.stream().flatMapToDouble(line -> Arrays.stream(line.x)))
                .filter(p -> !percentiles || p < 100)
                .toArray();
        return percentiles
                ? Scale.percentiles(Arrays.stream(all).max().orElse(0))
                : Scale.exact(least(all), greatest(all), Axes.most(width));
    }

    private Scale yScale() {
        if (!logarithmic) {
            double[] all = DoubleStream.concat(ys(), Arrays.stream(covered)).toArray();
            return Scale.rounded(least(all), greatest(all), height / PER_TICK);
        }
        double[] positive = ys().filter(y -> y > 0).toArray();
        // Only values of zero or less may lie on the lower edge, so the edge is below the least positive value.
        double least = least(positive) / (ys().anyMatch(y -> y <= 0) ? 2 : 1);
        return Scale.logarithmic(least, greatest(positive), height / PER_TICK);
    }

    private DoubleStream ys() {
        return lines.stream().flatMapToDouble(Line::drawn);
    }

    private static double least(double[] values) {
        return Arrays.stream(values).min().orElse(Double.NaN);
    }

    private static double greatest(double[] values) {
        return Arrays.stream(values).max().orElse(Double.NaN);
    }

    private void drawLines(Svg svg, Axes axes, Scale x, Scale y) {
        for (boolean reference : new boolean[] {true, false}) {
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).reference == reference) {
                    ColumnTrace trace = lines.get(i).trace(axes, x, y);
                    svg.path("line " + css(i), trace.line());
                    svg.path("dots " + css(i), trace.dots());
                }
            }
        }
    }

    private List<Legend.Entry> legend(int omitted) {
        List<Legend.Entry> entries = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            entries.add(new Legend.Entry("line " + css(i), false, lines.get(i).name));
        }
        int colour = lines.size();
        for (String name : spans.keySet()) {
            entries.add(new Legend.Entry("shade " + colour(colour++), true, name + times(name)));
        }
        if (omitted > 0) {
            entries.add(new Legend.Entry("mark", false, omitted + " more"));
        }
        return entries;
    }

    private String times(String name) {
        int times = spans.get(name).size();
        return times == 1 ? "" : ", " + times + " times";
    }

    /** Returns the CSS class of a line. Reference lines do not count, because they all have the same colour. */
    private String css(int i) {
        long before = lines.stream().limit(i).filter(line -> !line.reference).count();
        return lines.get(i).reference ? "reference" : colour((int) before);
    }

    private String summary() {
        String drawn = lines.stream().map(Line::summary).collect(Collectors.joining(" "));
        String marked = marks.stream()
                .map(m -> m.name() + " at " + HtmlText.number(m.x()))
                .collect(Collectors.joining(", ", " Marked: ", "."));
        String shaded = spans.keySet().stream()
                .map(name -> name + times(name))
                .collect(Collectors.joining("; ", " Shaded: ", "."));
        return "Chart of " + yTitle + " over " + xTitle + ". " + drawn + (marks.isEmpty() ? "" : marked)
                + (spans.isEmpty() ? "" : shaded);
    }

    @Override
    String note() {
        return lines.stream().map(line -> line.note(logarithmic)).collect(Collectors.joining());
    }

    /** The points of a line. Points without a finite y are gaps. */
    private record Line(String name, boolean reference, double[] x, double[] y) {
        Line {
            if (x.length != y.length) {
                throw new IllegalArgumentException(
                        name + " must have one y for each x, was " + x.length + " x and " + y.length + " y");
            }
            for (int i = 0; i < x.length; i++) {
                if (!Stretch.isDrawable(x[i]) || i > 0 && x[i] < x[i - 1]) {
                    throw new IllegalArgumentException(
                            "x of " + name + " must be finite and ascending, was " + x[i] + " at index " + i);
                }
            }
            x = x.clone();
            y = y.clone();
        }

        DoubleStream drawn() {
            return Arrays.stream(y).filter(Stretch::isDrawable);
        }

        ColumnTrace trace(Axes axes, Scale xScale, Scale yScale) {
            ColumnTrace trace = new ColumnTrace();
            for (int i = 0; i < x.length; i++) {
                if (Stretch.isDrawable(y[i])) {
                    trace.point(axes.x(xScale, x[i]), axes.y(yScale, y[i]));
                } else {
                    trace.gap();
                }
            }
            return trace;
        }

        String summary() {
            DoubleSummaryStatistics values = drawn().summaryStatistics();
            return name + ": "
                    + (values.getCount() == 0
                            ? "no values."
                            : "values from " + HtmlText.number(values.getMin()) + " to "
                                    + HtmlText.number(values.getMax()) + ".");
        }

        String note(boolean logarithmic) {
            long missing = y.length - drawn().count();
            long low = logarithmic ? drawn().filter(value -> value <= 0).count() : 0;
            return (missing == 0 ? "" : " Not drawn, because NaN or infinite: " + missing + " values of " + name + ".")
                    + (low == 0 ? "" : " On the lower edge, because zero or less: " + low + " values of " + name + ".");
        }
    }
}
