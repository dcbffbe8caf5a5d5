package io.github.freestep.physics.input;

import com.lmax.disruptor.EventPoller;
import io.github.freestep.internal.Ranges;
import io.github.freestep.internal.Throwables;
import io.github.freestep.internal.time.Archive;
import io.github.freestep.internal.time.Timeline;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Assigns every input to exactly one tick, in the order of time. For the physics thread only. Never blocks; the work of
 * each call is bounded by the capacity. Allocates only when more inputs wait than ever before, or when one tick or one
 * poll has more than any before. Memory grows step by step to the capacity and never shrinks. The alternative, memory
 * for the whole capacity from the start, took 0.6 MB for each service.
 *
 * <p>At each wake-up, the thread calls {@link #drain} and {@link #poll}, then {@link #take} for each tick. Inputs that
 * no tick has taken yet wait in a heap. If the heap is full, further inputs stay in the ring. If the ring is full,
 * producers are refused. So no input is lost silently, however long a pause lasts.
 *
 * <p>An axis that is both polled and pushed has the value that was applied last. A polled value applies at once, a
 * pushed value when its tick takes it. So a pushed value also overrides a value that was polled later, if the tick of
 * the pushed value comes after that poll.
 */
public final class InputCollector {
    /** Each poll compares all axes, so their number is limited. */
    static final int MAX_AXES = 1 << 16;

    /**
     * An input takes about 150 bytes in queue, heap and tick together, so the largest capacity takes up to 150 MB. A
     * larger one is most likely a mistake.
     */
    static final int MAX_CAPACITY = 1 << 20;

    public final LongAdder refused;
    private final Runnable[] sources;
    private final long originNanos;
    public final InputClock clock;
    public final InputQueue queue;
    private final EventPoller.Handler<InputQueue.Pushed> toHeap =
            (pushed, place, last) -> receive(pushed.isAction, pushed.code, pushed.value, pushed.nanos);
    private final InputHeap heap;

    /** The axes of the newest save that was read. */
    private final float[] saved;

    /**
     * Inputs that waited in the ring of the run that this one continues, or in this ring when it was sealed. They come
     * before those in the ring.
     */
    private final ArrayDeque<InputEvent> surplus = new ArrayDeque<>(0);

    /** Null without sources. */
    private final @Nullable PolledValues sample;

    private final InputValues input;

    /** The time of the newest drain. Like all times in this class, it counts from the origin. */
    private long drainedNanos;

    /**
     * The due time of the newest tick that has taken its input, or was skipped. For the first tick, no input is late.
     */
    private long takenNanos = Long.MIN_VALUE;

    private long sequence;
    private long consumedSequence;
    private long consumedNanos;
    private long consumed;
    private long deferred;
    private long fromFuture;

    /** Creates a collector without sources, whose clock begins at a reading of the caller. */
    public InputCollector(int axes, int capacity, long originNanos) {
        this(axes, capacity, null, new InputClock(() -> originNanos, false), new LongAdder());
    }

    /**
     * Creates a collector.
     *
     * @param sources returns what polls the sources, given what they report to; null without sources
     * @param refused counts the inputs for which there is no room
     */
    public InputCollector(
            int axes,
            int capacity,
            @Nullable Function<PolledValues, Runnable[]> sources,
            InputClock clock,
            LongAdder refused) {
        requireAxes(axes);
        requireCapacity(capacity);
        originNanos = clock.originNanos;
        this.clock = clock;
        this.refused = refused;
        saved = new float[axes];
        queue = new InputQueue(capacity, refused);
        heap = new InputHeap(capacity);
        sample = sources == null ? null : new PolledValues(axes, capacity, refused);
        this.sources = sources == null ? new Runnable[0] : sources.apply(sample);
        input = new InputValues(axes, capacity, originNanos);
    }

    public static int requireAxes(int axes) {
        return Ranges.require(0, MAX_AXES, axes, "axes", "");
    }

    public static int requireCapacity(int capacity) {
        return Ranges.require(1, MAX_CAPACITY, capacity, "inputCapacity", "inputs");
    }

    /**
     * Moves pushed inputs from the ring to the heap, while there is room. An input with a time after now gets
     * the present time.
     */
    public void drain(long nowNanos) {
        if (heap.isFull()) {
            return;
        }
        drainedNanos = nowNanos - originNanos;
        while (!surplus.isEmpty() && !heap.isFull()) {
            InputEvent next = surplus.remove();
            receive(next.action, next.code, next.value, originNanos + next.sinceOriginNanos);
        }
        if (!heap.isFull()) {
            queue.poll(toHeap);
        }
    }

    /**
     * Polls every source, even if one throws, because a source that always throws would silence those after it.
     *
     * @param atNanos the due time of the newest due tick, which becomes the time of polled actions
     * @return the first error, or else the first exception, with the others as suppressed ones; null if none has failed
     */
    public @Nullable Throwable poll(long atNanos) {
        Throwable failure = null;
        for (Runnable source : sources) {
            try {
                poll(source, atNanos);
            } catch (Throwable e) {
                // An error ends the run, so an exception of another source must not hide it.
                failure = e instanceof Error && !(failure instanceof Error)
                        ? Throwables.firstOf(e, failure)
                        : Throwables.firstOf(failure, e);
            }
        }
        return failure;
    }

    /**
     * Takes all input up to a tick's due time, except what earlier ticks have taken, and returns the {@link #values}.
     * During a pause, call it only for a tick that simulation time has reached.
     *
     * @param fromTick the previous tick; if steps are merged, the last tick of the previous step
     */
    public InputValues take(Timeline timeline, long fromTick, long toTick) {
        long fromNanos = timeline.simulationOf(fromTick);
        double spanNanos = timeline.simulationOf(toTick) - fromNanos;
        long dueNanos = timeline.dueNanos(toTick) - originNanos;
        input.begin();
        double fraction = 0;
        while (!heap.isEmpty() && heap.earliestNanos() <= dueNanos) {
            InputEvent event = input.take(heap);
            if (inTime(event, timeline, dueNanos)) {
                long simulationNanos = timeline.simulationAt(originNanos + event.sinceOriginNanos);
                // In fast motion, one nanosecond of the clock may reach beyond the end of the tick.
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

    /** Notes that ticks were skipped without input. Inputs of their time that come later are late. */
    public void skipTo(long dueNanos) {
        takenNanos = dueNanos - originNanos;
    }

    /** Stamps the input that a feed has given a tick with its due time, and counts n inputs that came at a time. */
    public void count(InputValues fed, int n, long cameNanos, long dueNanos) {
        fed.stamp(sequence + 1, dueNanos);
        for (int i = 0; i < n; i++) {
            consume(++sequence, cameNanos - originNanos);
        }
    }

    /** Returns what {@link #take} fills. */
    public InputValues values() {
        return input;
    }

    /** Returns the input that a feed fills from now on. Pushed input is refused. */
    public InputValues forFeed() {
        if (hasSources()) {
            throw new IllegalArgumentException("a feed replaces all other input, so input sources must be 0, was "
                    + sources.length + "; read the devices where the feed is made");
        }
        queue.close();
        return input;
    }

    /** Returns whether {@link #poll} has anything to call. */
    public boolean hasSources() {
        return sources.length > 0;
    }

    public int axes() {
        return input.axes();
    }

    /** Returns whether no input waits for its tick. */
    public boolean isEmpty() {
        return heap.isEmpty() && surplus.isEmpty() && queue.isEmpty();
    }

    /**
     * Saves all input that was accepted and that no tick has taken, and refuses pushed input from now on. It also stays
     * here, in case this run continues after all. Or loads it before the first tick: input that was pushed here before
     * gets the time now, and comes after what is loaded.
     */
    public void transfer(Archive by) {
        if (!by.isLoading()) {
            seal();
        }
        long sealedNanos = clock.nanoTime();
        sequence = by.number(sequence);
        consumedSequence = by.number(consumedSequence);
        consumedNanos = by.reading(originNanos + consumedNanos) - originNanos;
        boolean hasTaken = by.flag(takenNanos != Long.MIN_VALUE);
        long taken = by.reading(originNanos + takenNanos) - originNanos;
        takenNanos = hasTaken ? taken : Long.MIN_VALUE;
        InputEvent[] inHeap = heap.all();
        int waiting = by.count(inHeap.length, inHeap.length + heap.room());
        for (int i = 0; i < waiting; i++) {
            InputEvent each = by.isLoading() ? new InputEvent() : inHeap[i];
            transfer(each, by, sealedNanos);
            each.sequence = by.number(each.sequence);
            if (by.isLoading()) {
                heap.add(each.action, each.code, each.value, each.sinceOriginNanos, each.sequence);
            }
        }
        int pushed = by.count(surplus.size(), Integer.MAX_VALUE);
        for (int i = 0; i < pushed; i++) {
            InputEvent each = by.isLoading() ? new InputEvent() : surplus.remove();
            transfer(each, by, sealedNanos);
            surplus.add(each);
        }
        if (by.isLoading()) {
            queue.poll((early, place, last) ->
                    surplus.add(event(early, by.nowNanos() + Math.max(0, early.nanos - by.nowNanos()))));
        }
    }

    /** Refuses pushed input from now on, and keeps all that was accepted. */
    public void seal() {
        queue.seal((pushed, place, last) -> surplus.add(event(pushed, pushed.nanos)));
    }

    /** Input that was pushed since time stood still gets the time now, unless it was ahead of the clock. */
    private void transfer(InputEvent each, Archive by, long sealedNanos) {
        each.action = by.flag(each.action);
        each.code = each.action ? by.bits(each.code) : by.count(each.code, input.axes() - 1L);
        each.value = Float.intBitsToFloat(by.bits(Float.floatToIntBits(each.value)));
        if (!Float.isFinite(each.value)) {
            throw new IllegalArgumentException("a value of the input must be finite, was " + each.value);
        }
        long agoNanos = by.nowNanos() - originNanos - each.sinceOriginNanos;
        long stoodNanos = agoNanos < 0 ? Math.min(0, sealedNanos - originNanos - each.sinceOriginNanos) : agoNanos;
        long passedNanos = by.span(stoodNanos, -InputClock.AHEAD_NANOS);
        if (by.isLoading()) {
            each.sinceOriginNanos = by.nowNanos() - originNanos - passedNanos;
        }
    }

    private InputEvent event(InputQueue.Pushed pushed, long nanos) {
        InputEvent event = new InputEvent();
        event.action = pushed.isAction;
        event.code = pushed.code;
        event.value = pushed.value;
        event.sinceOriginNanos = nanos - originNanos;
        return event;
    }

    /** Writes the value of each axis. */
    public void writeAxes(DataOutput out) throws IOException {
        for (int axis = 0; axis < input.axes(); axis++) {
            out.writeFloat(input.axis(axis));
        }
    }

    /** Reads what {@link #writeAxes} has written, and changes nothing until {@link #restoreAxes}. */
    public void readAxes(DataInput in) throws IOException {
        for (int axis = 0; axis < saved.length; axis++) {
            saved[axis] = finite(in.readFloat());
        }
    }

    /** Sets each axis to what was read, until it is polled or a pushed value comes. */
    public void restoreAxes() {
        for (int axis = 0; axis < saved.length; axis++) {
            input.level(axis, saved[axis]);
        }
        input.wasRestored = true;
    }

    private static float finite(float value) throws IOException {
        if (!Float.isFinite(value)) {
            throw new IOException("a value of the input must be finite, was " + value);
        }
        return value;
    }

    /** Returns the time of the earliest input that waits in the heap; now if none does. */
    public long earliestNanos(long nowNanos) {
        return heap.isEmpty() ? nowNanos : originNanos + heap.earliestNanos();
    }

    /** Returns the highest sequence number of the inputs that ticks have taken; 0 before the first. */
    public long consumedSequence() {
        return consumedSequence;
    }

    /** Returns the time of the input with that number, as a reading of the clock; 0 before the first. */
    public long consumedNanos() {
        return consumedSequence == 0 ? 0 : originNanos + consumedNanos;
    }

    /** Returns the number of inputs that ticks have taken. */
    public long consumed() {
        return consumed;
    }

    /** Returns the number of inputs that came too late for the tick of their time, or during a pause. */
    public long deferred() {
        return deferred;
    }

    /** Returns the number of inputs whose time was in the future when they were received. */
    public long fromFuture() {
        return fromFuture;
    }

    private boolean receive(boolean isAction, int code, float value, long nanos) {
        long ahead = nanos - originNanos - drainedNanos;
        // An input that was pushed after the drain began has a later time than the drain, but not a later one than the
        // clock. So it is not from the future.
        fromFuture += ahead > 0 && nanos - clock.nanoTime() > 0 ? 1 : 0;
        long at = drainedNanos + Math.min(0, ahead);
        heap.add(isAction, code, value, at, ++sequence);
        return !heap.isFull();
    }

    private void poll(Runnable source, long atNanos) {
        sample.begin(input, heap.room());
        try {
            source.run();
        } finally {
            sample.open = false;
        }
        commit(atNanos - originNanos);
    }

    /** Counts a polled axis as an input only if its value has changed, because most polls find the same value. */
    private void commit(long sinceOriginNanos) {
        for (int axis = 0; axis < input.axes(); axis++) {
            if (sample.levels[axis] != input.axis(axis)) {
                input.levels[axis] = sample.levels[axis];
                consume(++sequence, sinceOriginNanos);
            }
        }
        for (int i = 0; i < sample.actions; i++) {
            InputEvent action = sample.events[i];
            heap.add(true, action.code, action.value, sinceOriginNanos, ++sequence);
        }
    }

    /**
     * Returns whether an input came in time. An input exactly at the due time is in time, also for a single
     * step in a pause.
     */
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
}
