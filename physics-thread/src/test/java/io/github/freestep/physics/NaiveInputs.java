package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.input.InputCollector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** A naive model of {@link InputCollector}: the same rules, with sorted lists. */
final class NaiveInputs {
    /** Compares times since the origin, because those do not wrap. */
    private static final Comparator<Event> ORDER =
            Comparator.comparingLong(Event::sinceOrigin).thenComparingLong(Event::sequence);

    private final long origin;
    private final int ringPlaces;
    private final int heapPlaces;
    private final Deque<Event> ring = new ArrayDeque<>();
    private final List<Event> heap = new ArrayList<>();
    private final float[] levels;
    private long takenUntil = Long.MIN_VALUE;
    private long sequence;
    private Event newest = new Event(false, 0, 0, 0, 0);
    private long consumed;
    private long refused;
    private long deferred;
    private long fromFuture;

    /** All inputs so far. At the end, each must have been consumed or refused. */
    long offered;

    NaiveInputs(int axes, int capacity, long origin) {
        this.origin = origin;
        levels = new float[axes];
        heapPlaces = capacity;
        int places = 1;
        while (places < capacity) {
            places *= 2;
        }
        ringPlaces = places;
    }

    boolean push(boolean action, int code, float value, long nanos) {
        offered++;
        if (ring.size() == ringPlaces) {
            refused++;
            return false;
        }
        // Holds the clock's reading. The drain then replaces times in the future.
        return ring.add(new Event(action, code, value, nanos, 0));
    }

    void drain(long now) {
        while (!ring.isEmpty() && heap.size() < heapPlaces) {
            Event pushed = ring.remove();
            long age = now - pushed.sinceOrigin;
            fromFuture += age < 0 ? 1 : 0;
            long sinceOrigin = age < 0 ? now - origin : now - origin - age;
            heap.add(new Event(pushed.action, pushed.code, pushed.value, sinceOrigin, ++sequence));
        }
    }

    boolean hasWaiting() {
        return !ring.isEmpty() || !heap.isEmpty();
    }

    Sample sample(long at) {
        return new Sample(at - origin);
    }

    void checkTake(TickInput actual, Timeline timeline, long fromTick, long toTick, Supplier<String> where) {
        for (int axis = 0; axis < levels.length; axis++) {
            assertEquals(levels[axis], actual.axisAtStart(axis), where);
        }
        long due = timeline.dueNanos(toTick) - origin;
        List<Event> taken = new ArrayList<>(heap);
        taken.removeIf(event -> event.sinceOrigin > due);
        taken.sort(ORDER);
        heap.removeAll(taken);
        assertEquals(taken.size(), actual.size(), where);
        double[] fractions = new double[taken.size()];
        for (int i = 0; i < taken.size(); i++) {
            Event event = taken.get(i);
            fractions[i] = fraction(event, timeline, fromTick, toTick);
            double fraction = Arrays.stream(fractions).max().getAsDouble();
            check(event, fraction, actual, i, where);
            if (!event.action) {
                levels[event.code] = event.value;
            }
            consume(event);
        }
        takenUntil = due;
        for (int axis = 0; axis < levels.length; axis++) {
            assertEquals(levels[axis], actual.axis(axis), where);
        }
    }

    void checkCounts(InputCollector actual, LongAdder actuallyRefused, Supplier<String> where) {
        assertEquals(consumed, actual.counts.consumed(), where);
        assertEquals(refused, actuallyRefused.sum(), where);
        assertEquals(deferred, actual.counts.deferred(), where);
        assertEquals(fromFuture, actual.counts.fromFuture(), where);
        assertEquals(newest.sequence, actual.counts.consumedSequence(), where);
        assertEquals(consumed == 0 ? 0 : newest.sinceOrigin + origin, actual.counts.consumedNanos(), where);
    }

    private double fraction(Event event, Timeline timeline, long fromTick, long toTick) {
        long wall = event.sinceOrigin + origin;
        boolean justDue = wall == timeline.dueNanos(toTick);
        if (!justDue && (event.sinceOrigin <= takenUntil || !timeline.runsAt(wall))) {
            deferred++;
            return 0;
        }
        long from = timeline.simulationOf(fromTick);
        long to = timeline.simulationOf(toTick);
        long simulation = Math.min(Math.max(from, timeline.simulationAt(wall)), to);
        return (double) (simulation - from) / (to - from);
    }

    private void check(Event event, double fraction, TickInput actual, int index, Supplier<String> where) {
        assertEquals(event.sequence, actual.values.event(index).sequence, where);
        assertEquals(event.action, actual.isAction(index), where);
        assertEquals(event.code, actual.code(index), where);
        assertEquals(event.value, actual.value(index), where);
        assertEquals(event.sinceOrigin, actual.values.event(index).sinceOriginNanos, where);
        assertEquals(fraction, actual.fraction(index), where);
    }

    private void consume(Event event) {
        consumed++;
        newest = event.sequence > newest.sequence ? event : newest;
    }

    /** The input of one source in one poll. */
    final class Sample {
        private final long sinceOrigin;
        private final Map<Integer, Float> axes = new TreeMap<>();
        private final List<Event> actions = new ArrayList<>();

        private Sample(long sinceOrigin) {
            this.sinceOrigin = sinceOrigin;
        }

        void axis(int axis, float value) {
            axes.put(axis, value);
        }

        boolean action(int code, float value) {
            if (heap.size() + actions.size() == heapPlaces) {
                offered++;
                refused++;
                return false;
            }
            return actions.add(new Event(true, code, value, sinceOrigin, 0));
        }

        void commit() {
            axes.forEach((axis, value) -> {
                if (levels[axis] != value) {
                    levels[axis] = value;
                    offered++;
                    consume(new Event(false, axis, value, sinceOrigin, ++sequence));
                }
            });
            for (Event event : actions) {
                offered++;
                heap.add(new Event(true, event.code, event.value, sinceOrigin, ++sequence));
            }
        }
    }

    private record Event(boolean action, int code, float value, long sinceOrigin, long sequence) {}
}
