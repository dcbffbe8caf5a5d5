package io.github.freestep.physics;

import com.lmax.disruptor.EventPoller;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.NanoClock;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongPredicate;

/**
 * The physics thread's side of the input: every input goes to exactly one tick, in the order of time. For one thread;
 * allocates nothing; never blocks; the work of each call is bounded by the capacity.
 *
 * <p>Per wake-up: {@link #drain}, {@link #poll}, then {@link #take} for each tick. What is not taken yet waits in a heap; when
 * that is full the rest stays in the ring, and when that is full producers are refused. So nothing is lost silently,
 * however long a pause lasts.
 *
 * <p>An axis that is both polled and pushed has the value that was applied last: a poll applies at once, a push when its tick
 * takes it. So a push that came before a poll and belongs to one of the ticks after it overrides it.
 */
final class InputCollector {
    /** Every poll looks at all of them. */
    static final int MAX_AXES = 1 << 16;

    /** All places are there from the beginning, about 150 bytes each in ring, heap and tick: 150 MB. */
    static final int MAX_CAPACITY = 1 << 20;

    private final LongAdder refused = new LongAdder();
    private final InputSource[] sources;
    private final long originNanos;
    private final NanoClock clock;
    private final LongPredicate drops;
    private final InputPort port;
    private final EventPoller<InputPort.Pushed> ring;
    private final EventPoller.Handler<InputPort.Pushed> toHeap = this::receive;
    private final InputHeap heap;
    private final PolledInput sample;
    private final TickInput input;

    /**
     * By axis, the waiting move of a pause, which later moves overwrite; null if there is none.
     */
    private final InputEvent[] lastInPause;

    /** All times in here are since the origin. */
    private long drainedNanos;

    /** The end of the newest tick that has taken its input; the first has nothing before it to be late for. */
    private long takenNanos = Long.MIN_VALUE;

    private long sequence;
    private long consumedSequence;
    private long consumedNanos;
    private long consumed;
    private long deferred;
    private long dropped;
    private long fromFuture;

    /** The origin is any reading of the clock from before the first drain. */
    InputCollector(int axes, int capacity, List<InputSource> sources, long originNanos) {
        this(axes, capacity, sources, originNanos, () -> originNanos, nanos -> false);
    }

    /**
     * The origin is any reading of the clock from before the first drain.
     *
     * @param drops whether an edge is dropped, by the reading of the clock that it is stamped with
     */
    InputCollector(
            int axes, int capacity, List<InputSource> sources, long originNanos, NanoClock clock, LongPredicate drops) {
        requireAxes(axes);
        requireCapacity(capacity);
        this.sources = sources.toArray(InputSource[]::new);
        this.originNanos = originNanos;
        this.clock = clock;
        this.drops = drops;
        lastInPause = new InputEvent[axes];
        port = new InputPort(axes, capacity, refused);
        ring = port.newPoller();
        heap = new InputHeap(capacity);
        sample = new PolledInput(axes, capacity, refused);
        input = new TickInput(axes, capacity, originNanos);
    }

    static int requireAxes(int axes) {
        if (axes < 0 || axes > MAX_AXES) {
            throw new IllegalArgumentException("axes must be between 0 and " + MAX_AXES + ", was " + axes);
        }
        return axes;
    }

    static int requireCapacity(int capacity) {
        if (capacity < 1 || capacity > MAX_CAPACITY) {
            throw new IllegalArgumentException(
                    "inputCapacity must be between 1 and " + MAX_CAPACITY + " inputs, was " + capacity);
        }
        return capacity;
    }

    InputPort port() {
        return port;
    }

    /** Takes over what was pushed, as long as there is room; what has a time after now came now. */
    void drain(long nowNanos) {
        if (heap.isFull()) {
            return;
        }
        drainedNanos = nowNanos - originNanos;
        try {
            ring.poll(toHeap);
        } catch (Exception e) {
            throw new IllegalStateException("the handler throws nothing", e);
        }
    }

    /**
     * Asks every source, also after one that throws: otherwise one that always does would silence those behind it. The first
     * exception is thrown once all were asked, with the others suppressed in it.
     *
     * @param atNanos when the newest tick that is due was due: where polled edges go
     */
    void poll(long atNanos) {
        Throwable failure = null;
        for (InputSource source : sources) {
            try {
                poll(source, atNanos);
            } catch (Throwable e) {
                failure = join(failure, e);
            }
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        if (failure != null) {
            throw new IllegalStateException("an input source threw a checked exception", failure);
        }
    }

    /**
     * All input up to the due time of a tick that no tick before it took. In a pause, only for a tick that simulation time
     * has come to.
     *
     * @param fromTick the tick before; more than one before if steps are merged
     */
    TickInput take(Timeline timeline, long fromTick, long toTick) {
        long fromNanos = timeline.simulationOf(fromTick);
        double spanNanos = timeline.simulationOf(toTick) - fromNanos;
        long dueNanos = timeline.dueNanos(toTick) - originNanos;
        input.begin();
        double fraction = 0;
        while (!heap.isEmpty() && heap.earliestNanos() <= dueNanos) {
            InputEvent event = input.take(heap);
            if (!event.action && lastInPause[event.code] == event) {
                lastInPause[event.code] = null;
            }
            if (inTime(event, timeline, dueNanos)) {
                long simulationNanos = timeline.simulationAt(originNanos + event.sinceOriginNanos);
                // In fast motion a nanosecond of the clock may end beyond the tick.
                fraction = Math.min(1, Math.max(fraction, (simulationNanos - fromNanos) / spanNanos));
            } else {
                deferred++;
            }
            event.fraction = fraction;
            consume(event.sequence, event.sinceOriginNanos);
        }
        takenNanos = dueNanos;
        return input;
    }

    /** What is fed takes the place of all input: it is counted, and stamped with the due time of its tick. */
    TickInput take(FedInput fed, long toTick, long dueNanos) throws Exception {
        TickInput told = fed.take(toTick);
        told.stamp(sequence + 1, dueNanos);
        for (int i = 0; i < told.size(); i++) {
            consume(++sequence, dueNanos - originNanos);
        }
        return told;
    }

    /** From now on input comes from there alone: what is pushed is refused. */
    FedInput fedBy(InputFeed feed, Core core) {
        if (sources.length > 0) {
            throw new IllegalArgumentException("a feed replaces all other input, but there are " + sources.length
                    + " input sources as well; read the devices where the feed is made");
        }
        port.close();
        return new FedInput(feed, input, core);
    }

    /** The highest number of all input that a tick could see; zero before the first. */
    long consumedSequence() {
        return consumedSequence;
    }

    /** When that one came, by the clock; zero before the first. */
    long consumedNanos() {
        return consumedSequence == 0 ? 0 : originNanos + consumedNanos;
    }

    /** How many inputs ticks could see. */
    long consumed() {
        return consumed;
    }

    /** How many found no room, or no service any more. */
    long refused() {
        return refused.sum();
    }

    /** How many came too late for the tick of their time, or while time stood still. */
    long deferred() {
        return deferred;
    }

    /** The number of inputs of a pause that were dropped: edges, and moves of an axis that a later move replaced. */
    long dropped() {
        return dropped;
    }

    /** The number of inputs whose time the clock had not reached when they were received. */
    long fromFuture() {
        return fromFuture;
    }

    /** The service has ended: further input is refused, and what still waits is never taken. */
    void close() {
        port.close();
    }

    private boolean receive(InputPort.Pushed pushed, long place, boolean last) {
        long ahead = pushed.nanos - originNanos - drainedNanos;
        // What was pushed since the drain began is ahead of it, and not of the clock.
        fromFuture += ahead > 0 && pushed.nanos - clock.nanoTime() > 0 ? 1 : 0;
        long at = drainedNanos + Math.min(0, ahead);
        boolean inPause = drops.test(originNanos + at);
        if (pushed.edge) {
            if (inPause) {
                dropped++;
            } else {
                heap.add(true, pushed.code, pushed.value, at, ++sequence);
            }
        } else {
            move(pushed, at, inPause);
        }
        return !heap.isFull();
    }

    /** Of the moves in a pause only the newest counts: all of them would be at the same place in the same tick. */
    private void move(InputPort.Pushed pushed, long sinceOriginNanos, boolean inPause) {
        int axis = pushed.code;
        InputEvent last = lastInPause[axis];
        if (inPause && last != null) {
            last.value = pushed.value;
            dropped++;
        } else {
            InputEvent added = heap.add(false, axis, pushed.value, sinceOriginNanos, ++sequence);
            lastInPause[axis] = inPause ? added : null;
        }
    }

    private void poll(InputSource source, long atNanos) {
        sample.begin(input, heap.room());
        try {
            source.poll(sample);
        } finally {
            sample.end();
        }
        commit(atNanos - originNanos);
    }

    /** A polled axis is an input when it has moved: each wake-up polls it, and most find it where it was. */
    private void commit(long sinceOriginNanos) {
        for (int axis = 0; axis < input.axes(); axis++) {
            if (sample.level(axis) != input.axis(axis)) {
                input.axis(axis, sample.level(axis));
                consume(++sequence, sinceOriginNanos);
            }
        }
        for (int i = 0; i < sample.edges(); i++) {
            heap.add(true, sample.code(i), sample.value(i), sinceOriginNanos, ++sequence);
        }
    }

    /** What comes just when the tick is due is in time, also where that is a single step in a pause. */
    private boolean inTime(InputEvent event, Timeline timeline, long dueNanos) {
        long at = event.sinceOriginNanos;
        return at == dueNanos || (at > takenNanos && timeline.runsAt(originNanos + at));
    }

    private void consume(long eventSequence, long sinceOriginNanos) {
        consumed++;
        if (eventSequence > consumedSequence) {
            consumedSequence = eventSequence;
            consumedNanos = sinceOriginNanos;
        }
    }

    private static Throwable join(Throwable first, Throwable next) {
        if (first == null) {
            return next;
        }
        if (first != next) {
            first.addSuppressed(next);
        }
        return first;
    }
}
