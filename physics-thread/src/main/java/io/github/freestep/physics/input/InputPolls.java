package io.github.freestep.physics.input;

import io.github.freestep.internal.Throwables;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Polls the sources of a run. For the physics thread. */
final class InputPolls {
    private final Runnable[] sources;
    private final PolledValues sample;
    private final InputValues input;
    private final InputHeap heap;
    private final InputCounts counts;

    /**
     * Creates the polls of at least one source.
     *
     * @param sources returns what polls the sources, given what they report to
     * @param input gets the polled axes at once
     * @param heap gets the polled actions, which a tick takes by their time
     */
    InputPolls(
            int capacity,
            Function<PolledValues, Runnable[]> sources,
            InputValues input,
            InputHeap heap,
            InputCounts counts,
            LongAdder refused) {
        sample = new PolledValues(input.axes(), capacity, refused);
        this.sources = sources.apply(sample);
        this.input = input;
        this.heap = heap;
        this.counts = counts;
    }

    int count() {
        return sources.length;
    }

    /** Polls every source, as {@link InputCollector#poll} says. The time counts from the origin. */
    @Nullable Throwable poll(long sinceOriginNanos) {
        Throwable failure = null;
        for (Runnable source : sources) {
            try {
                poll(source, sinceOriginNanos);
            } catch (Throwable e) {
                // An error ends the run, so an exception of another source must not hide it.
                failure = e instanceof Error && !(failure instanceof Error)
                        ? Throwables.firstOf(e, failure)
                        : Throwables.firstOf(failure, e);
            }
        }
        return failure;
    }

    private void poll(Runnable source, long sinceOriginNanos) {
        sample.begin(input, heap.room());
        try {
            source.run();
        } finally {
            sample.end();
        }
        commit(sinceOriginNanos);
    }

    /** Counts a polled axis as an input only if its value has changed, because most polls find the same value. */
    private void commit(long sinceOriginNanos) {
        for (int axis = 0; axis < input.axes(); axis++) {
            if (sample.levels[axis] != input.axis(axis)) {
                input.levels[axis] = sample.levels[axis];
                counts.consume(counts.next(), sinceOriginNanos);
            }
        }
        for (int i = 0; i < sample.actions; i++) {
            InputEvent action = sample.events[i];
            heap.add(true, action.code, action.value, sinceOriginNanos, counts.next());
        }
    }
}
