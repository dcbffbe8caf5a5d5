package io.github.freestep.benchmarks.app.stress;

import java.util.Locale;

/** Figures as people read them. */
final class Units {
    private static final double MICRO = 1e3;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;

    private Units() {}

    static String time(double nanos) {
        if (nanos < MICRO) {
            return String.format(Locale.ROOT, "%.0f ns", nanos);
        }
        if (nanos < MILLI) {
            return digits(nanos / MICRO) + " us";
        }
        return nanos < SECOND ? digits(nanos / MILLI) + " ms" : digits(nanos / SECOND) + " s";
    }

    static String percent(double percent) {
        return Double.isNaN(percent) ? "-" : digits(percent) + " %";
    }

    /** Two of them below ten, none above a hundred. */
    static String digits(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }
}
