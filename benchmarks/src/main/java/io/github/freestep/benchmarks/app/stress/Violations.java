package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.tools.report.Units;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects the broken promises of a run. Counts all of them, and keeps the first few of each promise. Thread-safe. */
final class Violations {
    private static final int KEPT_OF_A_KIND = 5;

    final long seed;
    private final RunClock clock;
    private final List<Violation> kept = new ArrayList<>();
    private final Map<Promise, Long> counts = new EnumMap<>(Promise.class);

    /**
     * A broken promise.
     *
     * @param tick the newest tick at that time; null if the promise is not about a tick
     * @param frame the frame of the reader that the text names; null if the promise is not about a frame
     */
    record Violation(Promise promise, double atSeconds, Long tick, Long frame, long seed, String text) {
        @Override
        public String toString() {
            return Units.text("%s: %s (at %.2f s", promise, text, atSeconds)
                    + (tick == null ? "" : ", tick " + tick)
                    + (frame == null ? "" : ", frame " + frame)
                    + ", seed " + seed + ")";
        }
    }

    Violations(long seed, RunClock clock) {
        this.seed = seed;
        this.clock = clock;
    }

    void add(Promise promise, String text) {
        add(promise, null, null, text);
    }

    void add(Promise promise, long tick, String text) {
        add(promise, tick, null, text);
    }

    /** Compares two counts that must agree; the format of the text has a place for each. */
    void requireEqual(Promise promise, long one, long other, String format) {
        if (one != other) {
            add(promise, Units.text(format, one, other));
        }
    }

    void add(Promise promise, Long tick, Long frame, String text) {
        add(promise, clock.seconds(), tick, frame, text);
    }

    /** Adds a breach that was found later than it happened. */
    void add(Promise promise, double atSeconds, String text) {
        add(promise, atSeconds, null, null, text);
    }

    private synchronized void add(Promise promise, double atSeconds, Long tick, Long frame, String text) {
        if (counts.merge(promise, 1L, Long::sum) <= KEPT_OF_A_KIND) {
            kept.add(new Violation(promise, atSeconds, tick, frame, seed, text));
        }
    }

    synchronized List<Violation> kept() {
        return List.copyOf(kept);
    }

    synchronized long count(Promise promise) {
        return counts.getOrDefault(promise, 0L);
    }

    synchronized long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
