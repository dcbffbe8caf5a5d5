package io.github.freestep.benchmarks.report;

import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/** A range of an axis. Both ends may be equal. If it is one of many similar stretches, its name is empty. */
record Stretch(String name, double from, double to) {
    /** The smallest width of a bar, in units of the view box, so that an instant is visible. */
    private static final double LEAST_WIDTH = 1.5;

    Stretch {
        if (!isDrawable(from) || !isDrawable(to) || to < from) {
            throw new IllegalArgumentException((name.isEmpty() ? "a stretch" : name)
                    + " must have finite ends, the lesser first, was from " + from + " to " + to);
        }
    }

    /** Excludes values beyond 1e300: no measurement is that large, and the length of an axis would overflow. */
    static boolean isDrawable(double value) {
        return Math.abs(value) < 1e300;
    }

    static DoubleStream ends(List<Stretch> all) {
        return all.stream().flatMapToDouble(s -> DoubleStream.of(s.from, s.to));
    }

    /** Draws stretches in any order as bars. Bars that touch in the picture become one, to keep the path short. */
    static String bars(List<Stretch> stretches, Axes axes, Scale scale, double top, double height) {
        StringBuilder path = new StringBuilder();
        double start = Double.NaN;
        double end = Double.NaN;
        for (Stretch stretch : stretches.stream()
                .sorted(Comparator.comparingDouble(Stretch::from))
                .toList()) {
            double from = axes.x(scale, stretch.from);
            if (!(from <= end)) {
                path.append(bar(start, end, axes.right, top, height));
                start = from;
                end = from + LEAST_WIDTH;
            }
            end = Math.max(end, axes.x(scale, stretch.to));
        }
        return path + bar(start, end, axes.right, top, height);
    }

    private static String bar(double start, double end, double right, double top, double height) {
        double x = Math.min(start, right - LEAST_WIDTH);
        return Double.isNaN(start) ? "" : Svg.box(x, top, Math.min(end, right) - x, height);
    }
}
