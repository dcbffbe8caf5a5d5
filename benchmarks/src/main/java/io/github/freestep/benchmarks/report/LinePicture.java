package io.github.freestep.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Draws a {@link LineChart} with a logarithmic axis as an SVG file, which has no script and so can stand in a document.
 * The same chart gives the same text. Owned by one thread.
 */
public final class LinePicture {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 240;
    private static final int LEFT = 60;
    private static final int RIGHT = WIDTH - 10;
    private static final int ROW = 20;
    private static final int SAMPLE = 18;

    /** The reader's font is unknown, so this estimate is on the wide side. */
    private static final double CHARACTER_WIDTH = 7.8;

    private static final int MOST_TIMES = 12;
    private static final int MOST_DECADES = 10;

    /** An instant is as wide as this, so that it is visible. */
    private static final double LEAST_WIDTH = 1.5;

    private final LineChart chart;
    private final StringBuilder svg = new StringBuilder();
    private final double from;
    private final double to;
    private final int lowDecade;
    private final int highDecade;
    private double legendX;
    private int legendY;
    private int top;

    private LinePicture(LineChart chart) {
        this.chart = chart;
        from = chart.ends()[0];
        to = chart.ends()[1];
        double[] positive = chart.lines.stream()
                .flatMapToDouble(LineChart.Line::drawn)
                .filter(y -> y > 0)
                .sorted()
                .toArray();
        boolean none = positive.length == 0;
        lowDecade = none ? 0 : (int) Math.floor(Math.log10(positive[0]) + 1e-9);
        highDecade = none ? 1 : Math.max(lowDecade + 1, (int) Math.ceil(Math.log10(positive[positive.length - 1])));
    }

    /** Returns the text of the file. Its background has the colour of the reader's theme. */
    public static String svg(LineChart chart) {
        return new LinePicture(chart).draw();
    }

    private String draw() {
        legend();
        top = legendY + 2 * ROW;
        text("start", 0, top - 6, chart.yTitle);
        int shade = chart.lines.size();
        for (List<Stretch> stretches : chart.spans.values()) {
            StringBuilder boxes = new StringBuilder();
            stretches.forEach(s ->
                    boxes.append(box(x(s.from()), top, Math.max(LEAST_WIDTH, x(s.to()) - x(s.from())), HEIGHT)));
            path("shade " + colour(shade++), boxes.toString());
        }
        axes();
        lines(true);
        lines(false);
        chart.marks.forEach(mark -> path("mark", "M" + number(x(mark.from())) + "," + top + "v" + HEIGHT));
        int height = top + HEIGHT + 2 * ROW + 4;
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + WIDTH + " " + height
                + "\" role=\"img\" aria-label=\"" + HtmlText.escape(chart.summary()) + "\">\n<style>\n"
                + Style.CSS_OF_A_DRAWING + "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"var(--page)\"/>\n"
                + svg + "</svg>\n";
    }

    /** Explains the colours: samples with a name each, in as many rows as they need. */
    private void legend() {
        for (int i = 0; i < chart.lines.size(); i++) {
            entry("line " + css(i), 9, "h" + SAMPLE, chart.lines.get(i).name());
        }
        int shade = chart.lines.size();
        for (String name : chart.spans.keySet()) {
            entry("shade " + colour(shade++), 3, "h" + SAMPLE + "v12h-" + SAMPLE + "z", chart.legend(name));
        }
        chart.marks.stream().map(Stretch::name).distinct().forEach(name -> entry("mark", 9, "h" + SAMPLE, name));
    }

    private void entry(String css, int down, String sample, String name) {
        double width = SAMPLE + 24 + CHARACTER_WIDTH * name.length();
        if (legendX > 0 && legendX + width > WIDTH) {
            legendX = 0;
            legendY += ROW;
        }
        path(css, "M" + number(legendX) + "," + (legendY + down) + sample);
        text("start", legendX + SAMPLE + 6, legendY + 13, name);
        legendX += width;
    }

    private void axes() {
        for (int power = lowDecade; power <= highDecade; power += (highDecade - lowDecade) / MOST_DECADES + 1) {
            double y = y(Math.pow(10, power));
            path("grid", "M" + LEFT + "," + number(y) + "H" + RIGHT);
            text("end", LEFT - 6, y + 4.5, Math.abs(power) < 6 ? HtmlText.number(Math.pow(10, power)) : "1e" + power);
        }
        double decade = Math.pow(10, Math.floor(Math.log10((to - from) / MOST_TIMES)));
        double step = DoubleStream.of(1, 2, 5, 10)
                .map(ones -> ones * decade)
                .filter(each -> (to - from) / each <= MOST_TIMES)
                .findFirst()
                .orElseThrow();
        for (double time = step * Math.ceil(from / step - 1e-9); time <= to + 1e-9 * step; time += step) {
            path("grid", "M" + number(x(time)) + "," + top + "v" + HEIGHT);
            text("middle", Math.min(x(time), RIGHT - 10), top + HEIGHT + ROW, HtmlText.number(time));
        }
        text("end", RIGHT, top + HEIGHT + 2 * ROW, chart.xTitle);
        path("frame", box(LEFT, top, RIGHT - LEFT, HEIGHT));
    }

    private void lines(boolean reference) {
        for (int i = 0; i < chart.lines.size(); i++) {
            LineChart.Line line = chart.lines.get(i);
            StringBuilder path = new StringBuilder();
            boolean gap = true;
            for (int j = 0; j < line.x().length && line.reference() == reference; j++) {
                if (Stretch.isDrawable(line.y()[j])) {
                    path.append(gap ? 'M' : 'L').append(number(x(line.x()[j])) + "," + number(y(line.y()[j])));
                    // A line of one point has no length, but its round end is visible.
                    path.append(gap ? "h0" : "");
                }
                gap = !Stretch.isDrawable(line.y()[j]);
            }
            path("line " + css(i), path.toString());
        }
    }

    /** Returns the CSS class of a line. Reference lines do not count, because they all have the same colour. */
    private String css(int i) {
        long before =
                chart.lines.stream().limit(i).filter(line -> !line.reference()).count();
        return chart.lines.get(i).reference() ? "reference" : colour((int) before);
    }

    private static String colour(int i) {
        return "s" + (i % Style.COLOURS + 1);
    }

    private double x(double time) {
        return LEFT + (RIGHT - LEFT) * (time - from) / (to - from);
    }

    /** Values of zero or less lie on the lower edge. */
    private double y(double value) {
        double share = value > 0 ? (Math.log10(value) - lowDecade) / (highDecade - lowDecade) : 0;
        return top + HEIGHT * (1 - share);
    }

    private void path(String css, String path) {
        svg.append(path.isEmpty() ? "" : "<path class=\"" + css + "\" d=\"" + path + "\"/>\n");
    }

    private static String box(double x, double y, double width, double height) {
        return "M" + number(x) + "," + number(y) + "h" + number(width) + "v" + number(height) + "h" + number(-width)
                + "z";
    }

    private void text(String anchor, double x, double y, String text) {
        svg.append("<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\">"
                + HtmlText.escape(text) + "</text>\n");
    }

    /** Rounds to tenths of a unit, because finer differences are invisible. */
    private static String number(double value) {
        String tenths = String.format(Locale.ROOT, "%.1f", value);
        return tenths.endsWith(".0") ? tenths.substring(0, tenths.length() - 2) : tenths;
    }
}
