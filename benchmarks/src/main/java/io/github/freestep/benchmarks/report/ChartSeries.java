package io.github.freestep.benchmarks.report;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.stream.DoubleStream;

/** A line's points. Those without a finite y are gaps. */
record ChartSeries(String name, Look look, double[] x, double[] y) {
    ChartSeries {
        if (x.length != y.length) {
            throw new IllegalArgumentException(
                    name + " has " + x.length + " x and " + y.length + " y; give one y for each x");
        }
        for (int i = 0; i < x.length; i++) {
            if (!drawn(x[i]) || i > 0 && x[i] < x[i - 1]) {
                throw new IllegalArgumentException("x of " + name + " is " + x[i] + " at " + i
                        + "; give finite ones, from the least to the greatest");
            }
        }
        x = x.clone();
        y = y.clone();
    }

    /** Beyond that, which nothing measured is, the size of an axis would not be finite. */
    static boolean drawn(double value) {
        return Math.abs(value) < 1e300;
    }

    DoubleStream finite() {
        return Arrays.stream(y).filter(ChartSeries::drawn);
    }

    /** What a sentence says of it. */
    String summary() {
        DoubleSummaryStatistics values = finite().summaryStatistics();
        if (values.getCount() == 0) {
            return name + ": no values.";
        }
        return name + ": values from " + HtmlText.number(values.getMin()) + " to " + HtmlText.number(values.getMax())
                + ".";
    }

    /** What the line does not show, or shows where it is not; empty if it shows all. */
    String note(boolean logarithmic) {
        long missing = y.length - finite().count();
        long low = logarithmic ? finite().filter(value -> value <= 0).count() : 0;
        return (missing == 0 ? "" : " Not finite and not drawn, of " + name + ": " + missing + ".")
                + (low == 0 ? "" : " Zero or less and on the lower edge, of " + name + ": " + low + ".");
    }

    /** How a line is drawn. */
    enum Look {
        STRAIGHT,
        STEPS,
        /** Thin and grey, behind the others: what they are compared with. */
        REFERENCE
    }
}
