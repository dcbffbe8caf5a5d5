package io.github.freestep.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Lines between two axes, and what went on meanwhile: what the charts that have lines have in common. */
final class Plot {
    static final int HEIGHT = 240;
    /** So far apart are the numbers of a vertical axis, or farther. */
    private static final int PER_TICK = 40;

    final List<ChartSeries> series = new ArrayList<>();
    final List<Labels.Place> marks = new ArrayList<>();
    /** Those of one name share a colour, and a place in the legend. */
    final Map<String, List<Stretch>> spans = new LinkedHashMap<>();

    private final String xTitle;
    private final String yTitle;
    private final int height;

    Plot(String xTitle, String yTitle, int height) {
        this.xTitle = xTitle;
        this.yTitle = yTitle;
        this.height = height;
    }

    /** Every place on the horizontal axis. */
    DoubleStream xs() {
        DoubleStream known = DoubleStream.concat(
                marks.stream().mapToDouble(Labels.Place::x),
                spans.values().stream().flatMapToDouble(Stretch::ends));
        return DoubleStream.concat(known, series.stream().flatMapToDouble(s -> DoubleStream.of(s.x())));
    }

    /** Every finite value above a bound. */
    DoubleStream ys(double bound) {
        return series.stream().flatMapToDouble(ChartSeries::finite).filter(y -> y > bound);
    }

    Scale logarithmic() {
        double least = ys(0).min().orElse(Double.NaN);
        boolean zeros = ys(Double.NEGATIVE_INFINITY).anyMatch(y -> y <= 0);
        // What is zero lies on the lower edge, and so nothing else does.
        return Scale.logarithmic(zeros ? least / 2 : least, ys(0).max().orElse(Double.NaN), height / PER_TICK);
    }

    /** The axis covers these values as well. */
    Scale rounded(double... covered) {
        double[] all = DoubleStream.concat(ys(Double.NEGATIVE_INFINITY), DoubleStream.of(covered))
                .toArray();
        return Scale.rounded(
                DoubleStream.of(all).min().orElse(Double.NaN),
                DoubleStream.of(all).max().orElse(Double.NaN),
                height / PER_TICK);
    }

    String svg(int width, Scale x, Scale y) {
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
        int colour = series.size();
        for (List<Stretch> stretches : spans.values()) {
            svg.path("shade " + colour(colour++), Bars.path(stretches, axes, x, top, height));
        }
        axes.horizontal(x, xTitle);
        axes.vertical(y);
        drawLines(svg, axes, x, y);
        marks.forEach(m -> svg.line("mark", axes.x(x, m.x()), top, axes.x(x, m.x()), top + height));
        names.lines(svg, "mark", namesTop, top);
        names.draw(svg, namesTop);
        if (series.stream().flatMapToDouble(ChartSeries::finite).findAny().isEmpty()) {
            svg.text(Svg.Anchor.MIDDLE, (axes.left + axes.right) / 2, top + height / 2.0, "no values");
        }
        return svg.close(width, axes.height(), summary());
    }

    private void drawLines(Svg svg, Axes axes, Scale x, Scale y) {
        for (boolean reference : new boolean[] {true, false}) {
            for (int i = 0; i < series.size(); i++) {
                ChartSeries line = series.get(i);
                if (line.look() == ChartSeries.Look.REFERENCE == reference) {
                    ColumnTrace trace = trace(line, axes, x, y);
                    svg.path("line " + css(i), trace.line());
                    svg.path("dots " + css(i), trace.dots());
                }
            }
        }
    }

    private static ColumnTrace trace(ChartSeries line, Axes axes, Scale x, Scale y) {
        ColumnTrace trace = new ColumnTrace(line.look() == ChartSeries.Look.STEPS);
        for (int i = 0; i < line.x().length; i++) {
            if (ChartSeries.drawn(line.y()[i])) {
                trace.point(axes.x(x, line.x()[i]), axes.y(y, line.y()[i]));
            } else {
                trace.gap();
            }
        }
        return trace;
    }

    private List<Legend.Entry> legend(int omitted) {
        List<Legend.Entry> entries = new ArrayList<>();
        for (int i = 0; i < series.size(); i++) {
            entries.add(new Legend.Entry("line " + css(i), false, series.get(i).name()));
        }
        int colour = series.size();
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

    private String css(int i) {
        long before = series.stream()
                .limit(i)
                .filter(s -> s.look() != ChartSeries.Look.REFERENCE)
                .count();
        return series.get(i).look() == ChartSeries.Look.REFERENCE ? "reference" : colour((int) before);
    }

    static String colour(int i) {
        return "s" + (i % Style.COLOURS + 1);
    }

    private String summary() {
        String lines = series.stream().map(ChartSeries::summary).collect(Collectors.joining(" "));
        String marked = marks.stream()
                .map(m -> m.name() + " at " + HtmlText.number(m.x()))
                .collect(Collectors.joining(", ", " Marked: ", "."));
        String shaded = spans.keySet().stream()
                .map(name -> name + times(name))
                .collect(Collectors.joining("; ", " Shaded: ", "."));
        return "Chart of " + yTitle + " over " + xTitle + ". " + lines + (marks.isEmpty() ? "" : marked)
                + (spans.isEmpty() ? "" : shaded);
    }

    String note(boolean logarithmic) {
        return series.stream().map(s -> s.note(logarithmic)).collect(Collectors.joining());
    }
}
