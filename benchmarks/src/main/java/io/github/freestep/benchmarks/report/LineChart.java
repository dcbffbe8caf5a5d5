package io.github.freestep.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Values over time as lines on a {@link Page}, with marks at instants and shaded stretches of time. The vertical axis
 * is logarithmic; values of zero or less lie on its lower edge, and the caption counts them. The page holds the values,
 * and the script {@code charts.js} lets Chart.js draw them. The same values give the same text. The caller keeps the
 * number of values small, as {@link PeakSeries} does. Owned by one thread.
 */
public final class LineChart {
    /** A smaller difference is not visible in a drawing. More digits would only make the page larger. */
    private static final MathContext DIGITS = new MathContext(5);

    final List<Line> lines = new ArrayList<>();
    final List<Stretch> marks = new ArrayList<>();
    /** The shaded stretches by name. All stretches of one name share a colour and a legend entry. */
    final Map<String, List<Stretch>> spans = new LinkedHashMap<>();

    final String xTitle;
    final String yTitle;

    private LineChart(String xTitle, String yTitle) {
        this.xTitle = xTitle;
        this.yTitle = yTitle;
    }

    /** Creates an empty chart. The titles name what the axes show, with its unit. */
    public static LineChart of(String xTitle, String yTitle) {
        return new LineChart(xTitle, yTitle);
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
        return this;
    }

    /** Adds a thin grey line behind the others, as a reference for them. The parameters are those of {@link #line}. */
    public LineChart reference(String name, double[] x, double[] y) {
        lines.add(new Line(name, true, x, y));
        return this;
    }

    /** Marks a finite x with a line and a name. */
    public LineChart mark(String name, double x) {
        marks.add(new Stretch(name, x, x));
        return this;
    }

    /** Shades the x from {@code from} to {@code to}. All stretches of one name share a colour and a legend entry. */
    public LineChart span(String name, double from, double to) {
        spans.computeIfAbsent(name, n -> new ArrayList<>()).add(new Stretch(name, from, to));
        return this;
    }

    /** Returns everything that the script draws, as members of a JSON object. */
    public Map<String, Object> values() {
        double[] ends = ends();
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("x", xTitle);
        values.put("y", yTitle);
        values.put("range", ends);
        values.put(
                "lines", lines.stream().map(line -> line.values(perUnit(ends))).toList());
        values.put(
                "spans",
                spans.entrySet().stream()
                        .map(each -> Stretch.columns(legend(each.getKey()), each.getValue()))
                        .toList());
        Map<String, Object> marked = Stretch.columns("marks", marks);
        marked.put("names", marks.stream().map(Stretch::name).toList());
        values.put("marks", marked);
        return values;
    }

    /** Returns the ends of the horizontal axis. */
    double[] ends() {
        DoubleSummaryStatistics x = DoubleStream.concat(
                        lines.stream().flatMapToDouble(line -> Arrays.stream(line.x)),
                        DoubleStream.concat(
                                Stretch.ends(marks), spans.values().stream().flatMapToDouble(Stretch::ends)))
                .summaryStatistics();
        return x.getCount() == 0
                ? new double[] {0, 1}
                : new double[] {x.getMin(), x.getMin() == x.getMax() ? x.getMin() + 1 : x.getMax()};
    }

    /** Returns how many steps of x a unit has, so that the axis has at most ten million. */
    private static double perUnit(double[] ends) {
        return Math.pow(10, 6 - Math.floor(Math.log10(ends[1] - ends[0])));
    }

    /** Returns the legend entry of the stretches of a name. */
    String legend(String name) {
        int times = spans.get(name).size();
        return times == 1 ? name : name + ", " + times + " times";
    }

    /** Returns what the chart shows, for readers who cannot see it. */
    String summary() {
        String drawn = lines.stream().map(Line::summary).collect(Collectors.joining(" "));
        String marked = marks.stream()
                .map(m -> m.name() + " at " + HtmlText.number(m.from()))
                .collect(Collectors.joining(", ", " Marked: ", "."));
        String shaded = spans.keySet().stream().map(this::legend).collect(Collectors.joining("; ", " Shaded: ", "."));
        return "Chart of " + yTitle + " over " + xTitle + ". " + drawn + (marks.isEmpty() ? "" : marked)
                + (spans.isEmpty() ? "" : shaded);
    }

    /** Returns a note on the values that the drawing does not show; empty if it shows all. */
    String note() {
        return lines.stream().map(Line::note).collect(Collectors.joining());
    }

    /** The points of a line. Points without a finite y are gaps. */
    record Line(String name, boolean reference, double[] x, double[] y) {
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

        Map<String, Object> values(double perUnit) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("name", name);
            values.put("reference", reference);
            values.put(
                    "x",
                    Arrays.stream(x)
                            .map(each -> Math.rint(each * perUnit) / perUnit)
                            .toArray());
            values.put("y", Arrays.stream(y).map(Line::rounded).toArray());
            return values;
        }

        private static double rounded(double value) {
            return Stretch.isDrawable(value)
                    ? new BigDecimal(value).round(DIGITS).doubleValue()
                    : Double.NaN;
        }

        String summary() {
            DoubleSummaryStatistics values = drawn().summaryStatistics();
            return name + ": "
                    + (values.getCount() == 0
                            ? "no values."
                            : "values from " + HtmlText.number(values.getMin()) + " to "
                                    + HtmlText.number(values.getMax()) + ".");
        }

        String note() {
            long missing = y.length - drawn().count();
            long low = drawn().filter(value -> value <= 0).count();
            return (missing == 0 ? "" : " Not drawn, because NaN or infinite: " + missing + " values of " + name + ".")
                    + (low == 0 ? "" : " On the lower edge, because zero or less: " + low + " values of " + name + ".");
        }
    }
}
