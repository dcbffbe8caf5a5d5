package io.github.freestep.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/**
 * Maps values to positions between the ends of an axis, and chooses the values that get a line and a label. A value
 * beyond an end, such as zero on a logarithmic axis, is drawn at that end. Immutable.
 */
final class Scale {
    /** Powers of ten below this are not exact. */
    private static final double TINY = 1e-300;

    private final DoubleUnaryOperator map;
    private final double low;
    private final double high;
    private final List<Tick> ticks;

    private Scale(DoubleUnaryOperator map, double low, double high, List<Tick> ticks) {
        this.map = map;
        this.low = low;
        this.high = high;
        this.ticks = List.copyOf(ticks);
    }

    /** Returns a linear axis that ends exactly at the least and the greatest value, as for time. */
    static Scale exact(double least, double greatest, int most) {
        Range range = Range.of(least, greatest);
        double step = step(range, most);
        return new Scale(v -> v, range.low, range.high, even(range.low, range.high, step));
    }

    /** Returns a linear axis that ends at ticks. It starts at zero unless that would leave half of the height empty. */
    static Scale rounded(double least, double greatest, int most) {
        Range range = Range.of(least, greatest);
        double from = range.low > 0 && range.low < range.high / 2 ? 0 : range.low;
        double to = range.high < 0 && range.high > range.low / 2 ? 0 : range.high;
        double step = step(new Range(from, to), most);
        double low = step * Math.floor(from / step + 1e-9);
        double high = step * Math.ceil(to / step - 1e-9);
        return new Scale(v -> v, low, high, even(low, high, step));
    }

    /** Returns a logarithmic axis whose ends are 1, 2 or 5 times a power of ten. */
    static Scale logarithmic(double least, double greatest, int most) {
        boolean any = greatest > 0 && least <= greatest;
        int from = any ? (int) Math.floor(ones(Math.max(least, TINY)) + 1e-9) : -3;
        int to = any ? (int) Math.ceil(ones(greatest) - 1e-9) : 0;
        to = Math.max(to, from + 3); // At least a decade.
        // Ticks are at 1, 2 and 5 of each decade. If these are too many, they are at the 1 of each decade, of every
        // second one, and so on.
        int every = to - from < most ? 1 : 3 * ((to - from - 1) / (3 * most) + 1);
        List<Tick> ticks = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            if (Math.floorMod(i, every) == 0) {
                ticks.add(new Tick(ofOnes(i), label(ofOnes(i), ofOnes(i))));
            }
        }
        return new Scale(Math::log10, ofOnes(from), ofOnes(to), ticks);
    }

    /**
     * Returns an axis of percentiles on which 90, 99, 99.9 % and so on are equally far apart, as in
     * HdrHistogram's plots.
     */
    static Scale percentiles(double greatest) {
        int nines = (int) Math.ceil(-Math.log10(1 - Math.min(greatest, 99.99999) / 100) - 1e-6);
        List<Tick> ticks = new ArrayList<>(List.of(new Tick(0, "0"), new Tick(50, "50")));
        for (int i = 1; i <= Math.max(2, nines); i++) {
            double value = 100 - Math.pow(10, 2 - i);
            ticks.add(new Tick(value, String.format(Locale.ROOT, "%." + Math.max(0, i - 2) + "f", value)));
        }
        return new Scale(p -> -Math.log10(1 - p / 100), 0, ticks.get(ticks.size() - 1).value, ticks);
    }

    /** Returns the position of a value: 0 at the start of the axis, 1 at its end. */
    double of(double value) {
        double start = map.applyAsDouble(low);
        double within = map.applyAsDouble(Math.max(low, Math.min(high, value)));
        return (within - start) / (map.applyAsDouble(high) - start);
    }

    List<Tick> ticks() {
        return ticks;
    }

    /** Returns the smallest step that is 1, 2 or 5 times a power of ten and gives at most {@code most} ticks. */
    private static double step(Range range, int most) {
        double least = (range.high - range.low) / Math.max(1, most);
        return ofOnes((int) Math.ceil(ones(least) - 1e-9));
    }

    private static List<Tick> even(double low, double high, double step) {
        boolean exponents = Math.max(Math.abs(low), Math.abs(high)) >= 1e6;
        List<Tick> ticks = new ArrayList<>();
        long last = (long) Math.floor(high / step + 1e-9);
        for (long i = (long) Math.ceil(low / step - 1e-9); i <= last; i++) {
            double value = i * step;
            ticks.add(new Tick(value, exponents && i != 0 ? exponent(value, step) : label(value, step)));
        }
        return ticks;
    }

    /**
     * Returns the position of a value in the series 1, 2, 5, 10, 20 and so on: 0 for 1, 1 for 2, 2 for 5. Between two
     * members, it is logarithmic.
     */
    private static double ones(double value) {
        double decade = Math.floor(Math.log10(value) + 1e-12);
        double first = value / Math.pow(10, decade);
        double within = first <= 2 ? log(first, 1, 2) : first <= 5 ? 1 + log(first, 2, 5) : 2 + log(first, 5, 10);
        return 3 * decade + within;
    }

    private static double log(double value, double from, double to) {
        return Math.log(value / from) / Math.log(to / from);
    }

    private static double ofOnes(int ones) {
        int first = new int[] {1, 2, 5}[Math.floorMod(ones, 3)];
        int decade = Math.floorDiv(ones, 3);
        // Dividing by a positive power of ten is exact; multiplying by a negative one is not.
        return decade < 0 ? first / Math.pow(10, -decade) : first * Math.pow(10, decade);
    }

    private static String label(double value, double step) {
        if (Math.abs(value) >= 1e6 || step < 1e-4) {
            return value == 0 ? "0" : exponent(value, step);
        }
        int decimals = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
        return minus(String.format(Locale.ROOT, "%,." + decimals + "f", value == 0 ? 0 : value));
    }

    private static String exponent(double value, double step) {
        double decades = Math.floor(Math.log10(Math.abs(value)) + 1e-9) - Math.floor(Math.log10(step) + 1e-9);
        String text = String.format(Locale.ROOT, "%." + (int) Math.max(0, decades) + "e", value);
        return minus(text.replaceFirst("e\\+?(-?)0?", "e$1"));
    }

    private static String minus(String number) {
        return number.replace('-', '\u2212');
    }

    /** A value with a line across the chart, and the label beside it. */
    record Tick(double value, String label) {}

    private record Range(double low, double high) {
        /** Returns a range of positive length for any two values, NaN included. */
        static Range of(double least, double greatest) {
            if (!(least <= greatest)) {
                return new Range(0, 1);
            }
            double size = Math.max(Math.abs(least), Math.abs(greatest));
            double margin = greatest - least > 1e-9 * size ? 0 : size == 0 ? 1 : size / 10;
            return new Range(least - margin, greatest + margin);
        }
    }
}
