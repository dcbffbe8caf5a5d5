package io.github.freestep.benchmarks.app.stress;

import java.util.List;

/**
 * Measures how uneven the motion was apart from faults. It stores short stretches of time during the run and selects
 * those without faults at the end, because during the run a fault becomes known too late. For one thread at a time;
 * adding allocates nothing.
 */
final class UndisturbedMotion {
    private final double[] beginSeconds;
    private final double[] endSeconds;
    private final long[] frames;
    private final double[] squares;
    private int size;

    /** Creates room for {@code capacity} stretches; further ones are ignored. */
    UndisturbedMotion(int capacity) {
        beginSeconds = new double[capacity];
        endSeconds = new double[capacity];
        frames = new long[capacity];
        squares = new double[capacity];
    }

    void add(double begin, double end, long count, double judder) {
        if (size < frames.length) {
            beginSeconds[size] = begin;
            endSeconds[size] = end;
            frames[size] = count;
            squares[size] = judder * judder * count;
            size++;
        }
    }

    Result apartFrom(List<FaultDirector.Strike> strikes) {
        QuietTime quiet = new QuietTime(strikes);
        long counted = 0;
        double sum = 0;
        for (int i = 0; i < size; i++) {
            if (quiet.has(beginSeconds[i], endSeconds[i])) {
                counted += frames[i];
                sum += squares[i];
            }
        }
        return new Result(counted, counted == 0 ? Double.NaN : 100 * Math.sqrt(sum / counted));
    }

    /** The frames without faults, and their judder; NaN if there are none. */
    record Result(long frames, double judderPercent) {}
}
