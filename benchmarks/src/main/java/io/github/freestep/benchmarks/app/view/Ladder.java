package io.github.freestep.benchmarks.app.view;

import io.github.freestep.time.Ratio;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A list of values, in order, through which two keys move up and down. */
final class Ladder {
    private final List<Ratio> steps;
    private int at;

    /**
     * Begins at the value {@code first}. It takes its place in the order, whether or not it is among {@code others}.
     */
    Ladder(Ratio first, Stream<Ratio> others) {
        steps = Stream.concat(Stream.of(first), others)
                .distinct()
                .sorted(Comparator.comparingDouble(step -> (double) step.numerator() / step.denominator()))
                .toList();
        at = steps.indexOf(first);
    }

    Ratio value() {
        return steps.get(at);
    }

    /** Returns false if there is no further step. */
    boolean move(int by) {
        int before = at;
        at = Math.max(0, Math.min(steps.size() - 1, at + by));
        return at != before;
    }
}
