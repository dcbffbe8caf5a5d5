package io.github.freestep.render.trace;

import java.util.Locale;

/** Numbers and units in the sentences of a report. Stateless. */
final class Wording {
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;
    private static final double MINUTE = 60e9;

    private Wording() {}

    /** A span in the unit that fits: 3.0 ms, 71 ms, 2.8 s, 20 min. */
    static String span(long nanos) {
        double size = Math.abs((double) nanos);
        if (size < 999.5 * MILLI) {
            return number(nanos / MILLI) + " ms";
        }
        return size < 2 * MINUTE ? number(nanos / SECOND) + " s" : number(nanos / MINUTE) + " min";
    }

    private static String number(double value) {
        return format(Math.abs(value) < 9.95 ? "%.1f" : "%.0f", value);
    }

    /** A moment after the first frame, without its unit. */
    static String seconds(long nanos) {
        return format("%.2f", nanos / SECOND);
    }

    static String tick(long tick) {
        return format("%,d", tick);
    }

    static String scale(double scale) {
        return format("%.3g", scale);
    }

    /** The greatest number of ticks per second that a share of nine tenths of whose period is at least this long. */
    static String rateFor(long stepNanos) {
        return format("%.0f Hz", Math.floor(0.9 * SECOND / Math.max(1, stepNanos)));
    }

    static String count(long number, String of) {
        return number == 1 ? "1 " + of : format("%,d ", number) + of + "s";
    }

    private static String format(String format, Object value) {
        return String.format(Locale.ROOT, format, value);
    }
}
