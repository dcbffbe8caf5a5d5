package io.github.freestep.benchmarks.app.view;

import io.github.freestep.time.Ratio;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A value that two keys move up and down through fixed steps. */
final class Ladder {
    private final List<Ratio> steps;
    private int at;

    /** The first value becomes a step even if it is not one of the others. */
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
