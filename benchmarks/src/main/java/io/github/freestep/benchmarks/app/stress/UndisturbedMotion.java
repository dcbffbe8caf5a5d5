package io.github.freestep.benchmarks.app.stress;

import java.util.List;

/**
 * How uneven the motion was while nothing went wrong on purpose. Short stretches of time are kept as they come, and told apart
 * once the run is over: while it runs, nobody knows soon enough when a fault began. For one thread at a time; adding allocates
 * nothing.
 */
final class UndisturbedMotion {
    private final double[] beginSeconds;
    private final double[] endSeconds;
    private final long[] frames;
    private final double[] squares;
    private int size;

    /** With room for so many stretches; those beyond are left out. */
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

    /** The judder is not a number if there were no such frames. */
    record Result(long frames, double judderPercent) {}
}
