package io.github.freestep.benchmarks.app.view;

import io.github.freestep.time.Ratio;
import java.util.List;
import java.util.TreeSet;

/** A value that two keys move up and down, in steps that are worth a key. For one thread. */
final class Ladder {
    private final List<Ratio> steps;
    private int at;

    /** What it begins with is a step of it, whatever the others are. */
    Ladder(Ratio first, Ratio... others) {
        TreeSet<Ratio> sorted =
                new TreeSet<>((a, b) -> Long.compare(a.numerator() * b.denominator(), b.numerator() * a.denominator()));
        sorted.addAll(List.of(others));
        sorted.add(first);
        steps = List.copyOf(sorted);
        at = steps.indexOf(first);
    }

    Ratio value() {
        return steps.get(at);
    }

    /** Whether there was one to go to. */
    boolean move(int by) {
        int next = Math.max(0, Math.min(steps.size() - 1, at + by));
        boolean moved = next != at;
        at = next;
        return moved;
    }
}
