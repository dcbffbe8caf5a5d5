package io.github.freestep.benchmarks.app.stress;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** All broken promises of a run, from all of its threads: the first few of each are kept, all are counted. */
final class Violations {
    private static final int KEPT_OF_A_KIND = 5;

    private final long seed;
    private final RunClock clock;
    private final List<Violation> kept = new ArrayList<>();
    private final Map<Promise, Long> counts = new EnumMap<>(Promise.class);

    Violations(long seed, RunClock clock) {
        this.seed = seed;
        this.clock = clock;
    }

    void add(Promise promise, String text) {
        add(promise, Violation.UNKNOWN, Violation.UNKNOWN, text);
    }

    synchronized void add(Promise promise, long tick, long frame, String text) {
        if (counts.merge(promise, 1L, Long::sum) <= KEPT_OF_A_KIND) {
            kept.add(new Violation(promise, clock.seconds(), known(tick), known(frame), seed, text));
        }
    }

    synchronized List<Violation> kept() {
        return List.copyOf(kept);
    }

    private static Long known(long number) {
        return number == Violation.UNKNOWN ? null : number;
    }

    synchronized long count(Promise promise) {
        return counts.getOrDefault(promise, 0L);
    }

    /** How often each promise was broken that was. */
    synchronized Map<Promise, Long> counts() {
        return Map.copyOf(counts);
    }

    synchronized long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
