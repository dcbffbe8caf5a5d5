package io.github.freestep.benchmarks.report;

import java.util.Arrays;

/** Sums up how much lies in each column of pixels, to draw more items than there are columns. */
final class Strip {
    /** The least height of a column that is not empty, so that it is visible. */
    private static final double LEAST = 2;

    private final double left;
    private final double[] amounts;

    Strip(double left, double right) {
        this.left = left;
        this.amounts = new double[(int) Math.ceil(right - left)];
    }

    /** Adds a point. It counts as one. */
    void add(double at) {
        amounts[column(at)]++;
    }

    /** Adds a stretch. It counts in each column by the part of the column that it covers. */
    void add(double from, double to) {
        for (int column = column(from); column <= column(to); column++) {
            double start = Math.max(from, left + column);
            amounts[column] += Math.max(1e-9, Math.min(to, left + column + 1) - start);
        }
    }

    private int column(double x) {
        return (int) Math.max(0, Math.min(amounts.length - 1, Math.floor(x - left)));
    }

    /**
     * Returns the path of the columns, which rise from {@code bottom}. A column with the amount {@code whole} has the
     * full height.
     */
    String path(double bottom, double height, double whole) {
        StringBuilder path = new StringBuilder();
        double level = 0;
        for (int column = 0; column <= amounts.length; column++) {
            double next = column < amounts.length ? level(amounts[column] / whole, height) : 0;
            if (next != level) {
                path.append(path.isEmpty() ? "M" + Svg.number(left) + "," + Svg.number(bottom) : "");
                path.append('H').append(Svg.number(left + Math.min(column, amounts.length)));
                path.append('V').append(Svg.number(bottom - next));
                level = next;
            }
        }
        return path.isEmpty() ? "" : path.append('z').toString();
    }

    double most() {
        return Arrays.stream(amounts).max().orElse(0);
    }

    private static double level(double share, double height) {
        return share == 0 ? 0 : Math.max(LEAST, Math.round(2 * height * Math.min(1, share)) / 2.0);
    }
}
