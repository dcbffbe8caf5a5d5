package io.github.freestep.benchmarks.report;

import java.util.Comparator;
import java.util.List;

/** Stretches of an axis, none so short that it is not seen. What touches in the picture is one bar, so that it stays small. */
final class Bars {
    private static final double LEAST = 1.5;

    private final Axes axes;
    private final double top;
    private final double height;
    private final StringBuilder path = new StringBuilder();

    private Bars(Axes axes, double top, double height) {
        this.axes = axes;
        this.top = top;
        this.height = height;
    }

    /** The path of bars of one height; the stretches in any order. */
    static String path(List<Stretch> stretches, Axes axes, Scale scale, double top, double height) {
        Bars bars = new Bars(axes, top, height);
        double start = Double.NaN;
        double end = Double.NaN;
        for (Stretch stretch :
                (Iterable<Stretch>) stretches.stream().sorted(Comparator.comparingDouble(Stretch::from))::iterator) {
            double from = axes.x(scale, stretch.from());
            if (!(from <= end)) {
                bars.add(start, end);
                start = from;
                end = from + LEAST;
            }
            end = Math.max(end, axes.x(scale, stretch.to()));
        }
        bars.add(start, end);
        return bars.path.toString();
    }

    private void add(double start, double end) {
        if (!Double.isNaN(start)) {
            double x = Math.min(start, axes.right - LEAST);
            path.append(Svg.box(x, top, Math.min(end, axes.right) - x, height));
        }
    }
}
