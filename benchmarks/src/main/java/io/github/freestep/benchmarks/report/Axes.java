package io.github.freestep.benchmarks.report;

/** The rectangle in which a chart draws its values, with the grid lines, numbers and titles around it. */
final class Axes {
    /** The height of a row of text. */
    static final int ROW = 19;

    static final int GAP = 6;

    final double left;
    final double right;
    private double top;
    private double bottom;
    private final Svg svg;
    private final int width;

    Axes(Svg svg, int width, double left) {
        this.svg = svg;
        this.width = width;
        this.left = left;
        this.right = width - GAP;
    }

    /** Sets the top and the bottom. Call this as soon as the height of everything above the axes is known. */
    void place(double top, double bottom) {
        this.top = top;
        this.bottom = bottom;
    }

    /** Returns the width that the numbers beside a vertical axis need. */
    static double margin(Scale y) {
        return GAP
                + y.ticks().stream()
                        .mapToDouble(t -> HtmlText.width(t.label()))
                        .max()
                        .orElse(0);
    }

    /** Returns the maximum number of labels along a horizontal axis. */
    static int most(int width) {
        return width / 65;
    }

    double x(Scale scale, double value) {
        return left + (right - left) * scale.of(value);
    }

    double y(Scale scale, double value) {
        return bottom - (bottom - top) * scale.of(value);
    }

    /** Draws the lines of a vertical axis, and its numbers on the left. */
    void vertical(Scale scale) {
        for (Scale.Tick tick : scale.ticks()) {
            double y = y(scale, tick.value());
            svg.line("grid", left, y, right, y);
            svg.text(Svg.Anchor.END, left - GAP, y + HtmlText.FONT * 0.35, tick.label());
        }
    }

    /** Draws the lines of a horizontal axis, the numbers that have room below it, and the title in the next row. */
    void horizontal(Scale scale, String title) {
        double taken = 0;
        for (Scale.Tick tick : scale.ticks()) {
            double x = x(scale, tick.value());
            svg.line("grid", x, top, x, bottom);
            double half = HtmlText.width(tick.label()) / 2;
            double middle = Math.max(half, Math.min(x, width - half));
            if (middle - half >= taken) {
                svg.text(Svg.Anchor.MIDDLE, middle, bottom + ROW, tick.label());
                taken = middle + half + GAP;
            }
        }
        svg.text(Svg.Anchor.END, right, bottom + 2 * ROW, HtmlText.fit(title, right));
        svg.box("frame", left, top, right - left, bottom - top);
    }

    /** Returns the height of the whole drawing, of which the axes are the lowest part. */
    double height() {
        return bottom + 2 * ROW + 4;
    }
}
