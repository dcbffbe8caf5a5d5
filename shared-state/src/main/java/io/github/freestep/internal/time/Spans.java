package io.github.freestep.internal.time;

import io.github.freestep.time.TimeAnchor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The spans of the timeline that have ended but are not simulated to their end yet, oldest first. A span lasts from one
 * anchor to the next.
 */
final class Spans {
    /**
     * The spans that have ended, oldest first, and behind them those that are free for later use. Four are usually
     * enough.
     */
    private final List<Span> spans = new ArrayList<>(List.of(new Span(), new Span(), new Span(), new Span()));

    int count;

    /** Returns a span, which later calls may change. */
    Span at(int index) {
        return spans.get(index);
    }

    /**
     * Adds a span that has ended.
     *
     * @param dropped whether time was dropped back to the span's end
     */
    void add(TimeAnchor from, long endSimulationNanos, boolean dropped) {
        Span last = reserve(count);
        last.from.set(from);
        last.endSimulationNanos = endSimulationNanos;
        last.dropped = dropped;
        // Only now, because the heap may be full.
        count++;
    }

    /** Forgets the spans that are simulated to their end, and returns the wall time they took. */
    long settle(long simulatedNanos) {
        int done = 0;
        long wallNanos = 0;
        while (done < count && at(done).endSimulationNanos <= simulatedNanos) {
            wallNanos += at(done++).wallNanos();
        }
        if (done > 0) {
            Collections.rotate(spans, -done);
            count -= done;
        }
        return wallNanos;
    }

    /** Returns whether two spans can be added without memory, and makes them if necessary. */
    boolean hasRoom() {
        try {
            reserve(count);
            reserve(count + 1);
            return true;
        } catch (OutOfMemoryError full) {
            return false;
        }
    }

    /** Returns the span at an index, and makes it if there is none. */
    private Span reserve(int index) {
        if (index == spans.size()) {
            spans.add(new Span());
        }
        return spans.get(index);
    }

    /**
     * Saves the spans, or loads them into an object that has none.
     *
     * @param simulatedNanos the simulation time that is simulated, which all spans reach beyond
     * @return the simulation time at which the last span ends; 0 if there is none
     */
    long transfer(Archive by, long simulatedNanos) {
        long reachedNanos = 0;
        int all = by.count(count, Integer.MAX_VALUE);
        for (int i = 0; i < all; i++) {
            Span span = reserve(i);
            by.anchor(span.from, reachedNanos);
            long least = Math.max(span.from.simulationNanos(), simulatedNanos);
            reachedNanos = by.span(span.endSimulationNanos, least);
            span.endSimulationNanos = reachedNanos;
            span.dropped = by.flag(span.dropped);
        }
        count = all;
        return reachedNanos;
    }

    /** Drops time back to a value that these spans had reached, and returns the wall time they lose. */
    long cut(long simulationNanos) {
        long wallNanos = 0;
        while (at(count - 1).from.simulationNanos() > simulationNanos) {
            wallNanos += at(--count).wallNanos();
        }
        Span last = at(count - 1);
        wallNanos += last.wallNanos() - wallTo(last.from, simulationNanos);
        last.endSimulationNanos = simulationNanos;
        last.dropped = true;
        return wallNanos;
    }

    /**
     * The wall time in which simulation time runs from an anchor's value to a given one; zero if the anchor is paused.
     */
    static long wallTo(TimeAnchor anchor, long simulationNanos) {
        return anchor.isPaused() ? 0 : anchor.wallAt(simulationNanos) - anchor.wallNanos();
    }

    /** A stretch of the timeline from one anchor to the next. */
    static final class Span {
        final TimeAnchor from = new TimeAnchor();
        long endSimulationNanos;
        private boolean dropped;

        long wallNanos() {
            return wallTo(from, endSimulationNanos);
        }

        /**
         * Whether simulation time had reached a value by the end of the span. The value at the end counts as reached,
         * unless time was dropped back to it.
         */
        boolean reached(long simulationNanos) {
            return simulationNanos < endSimulationNanos || (simulationNanos == endSimulationNanos && !dropped);
        }
    }
}
