package io.github.freestep.benchmarks.app.diagnose;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the highest and the lowest value of each stretch of time, in bounded room: when it is full, neighbours are
 * merged and stretches are twice as long. So a spike of a single frame stays visible in a run of any length. Not
 * thread-safe.
 */
final class PeakLine {
    private final double[] times;
    private final double[] lowest;
    private final double[] highest;
    private int count;
    private double stretch;

    /** Creates a line. The greatest number of stretches must be even. */
    PeakLine(int most) {
        times = new double[most];
        lowest = new double[most];
        highest = new double[most];
    }

    /** Adds a value. Times must not decrease. */
    void add(double time, double value) {
        if (count > 0 && time - times[count - 1] < stretch) {
            lowest[count - 1] = Math.min(lowest[count - 1], value);
            highest[count - 1] = Math.max(highest[count - 1], value);
            return;
        }
        if (count == times.length) {
            merge();
        }
        times[count] = time;
        lowest[count] = value;
        highest[count++] = value;
    }

    private void merge() {
        for (int i = 0; i < count / 2; i++) {
            times[i] = times[2 * i];
            lowest[i] = Math.min(lowest[2 * i], lowest[2 * i + 1]);
            highest[i] = Math.max(highest[2 * i], highest[2 * i + 1]);
        }
        count /= 2;
        stretch = (times[count - 1] - times[0]) / (count - 1);
    }

    /** Times, each with its value: the lowest and then the highest of each stretch, once if they are equal. */
    List<double[]> points() {
        List<double[]> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            points.add(new double[] {times[i], lowest[i]});
            if (highest[i] > lowest[i]) {
                points.add(new double[] {times[i], highest[i]});
            }
        }
        return points;
    }
}
