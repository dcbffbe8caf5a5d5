package io.github.freestep.tools.report;

import java.util.Locale;

/** Formats figures for people. */
public final class Units {
    private static final double MICRO = 1e3;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;

    private Units() {}

    /** Formats a text in the same way in every locale. */
    public static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Formats a time span in the unit that gives it few digits. */
    public static String time(double nanos) {
        if (nanos < MICRO) {
            return text("%.0f ns", nanos);
        }
        if (nanos < MILLI) {
            return digits(nanos / MICRO) + " us";
        }
        return nanos < SECOND ? digits(nanos / MILLI) + " ms" : digits(nanos / SECOND) + " s";
    }

    /** Formats a percentage; "-" for NaN. */
    public static String percent(double percent) {
        return Double.isNaN(percent) ? "-" : digits(percent) + " %";
    }

    /** Formats with two decimals below 10, one below 100, and none from 100 on. */
    public static String digits(double value) {
        return text(value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }
}
