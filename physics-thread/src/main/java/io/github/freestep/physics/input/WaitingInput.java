package io.github.freestep.physics.input;

import com.lmax.disruptor.EventPoller;
import io.github.freestep.internal.time.Archive;
import java.util.ArrayDeque;
import java.util.PriorityQueue;

/**
 * The inputs that were accepted, and that no tick has taken: in the ring of the {@link InputQueue}, and then in a heap,
 * ordered by time and then by sequence number. For the physics thread. Allocates only when more inputs wait than ever
 * before, because inputs that have left the heap are used again.
 */
final class WaitingInput implements EventPoller.Handler<InputQueue.Pushed> {
    /** Later than the time of any input, and than any due time. */
    static final long NEVER = Long.MAX_VALUE;

    private final long originNanos;
    private final InputClock clock;
    private final InputQueue queue;
    private final InputCounts counts;
    private final int capacity;
    private final PriorityQueue<InputEvent> heap = new PriorityQueue<>(InputEvent.FEW);
    private final ArrayDeque<InputEvent> free = new ArrayDeque<>(InputEvent.FEW);

    /**
     * Inputs that waited in the ring of the run that this one continues, or in this ring when it was sealed. They come
     * before those in the ring.
     */
    private final ArrayDeque<InputEvent> surplus = new ArrayDeque<>(0);

    /** The time of the newest drain. Counts from the origin. */
    private long drainedNanos;

    /** @param capacity of the heap */
    WaitingInput(int capacity, InputClock clock, InputQueue queue, InputCounts counts) {
        this.capacity = capacity;
        originNanos = clock.originNanos;
        this.clock = clock;
        this.queue = queue;
        this.counts = counts;
    }

    /** Moves pushed inputs from the ring to the heap, as {@link InputCollector#drain} says. */
    void drain(long nowNanos) {
        drainedNanos = nowNanos - originNanos;
        while (!surplus.isEmpty() && room() > 0) {
            InputEvent next = surplus.remove();
            receive(next.action, next.code, next.value, originNanos + next.sinceOriginNanos);
        }
        if (room() > 0) {
            queue.poll(this);
        }
    }

    /** Moves an input from the ring to the heap. Returns whether there is room for another one. */
    @Override
    public boolean onEvent(InputQueue.Pushed pushed, long place, boolean last) {
        return receive(pushed.isAction, pushed.code, pushed.value, pushed.nanos);
    }

    private boolean receive(boolean isAction, int code, float value, long nanos) {
        long ahead = nanos - originNanos - drainedNanos;
        // An input that was pushed after the drain began has a later time than the drain, but not a later one than the
        // clock. So it is not from the future.
        if (ahead > 0 && nanos - clock.nanoTime() > 0) {
            counts.noteFromFuture();
        }
        long at = drainedNanos + Math.min(0, ahead);
        add(isAction, code, value, at, counts.next());
        return room() > 0;
    }

    /**
     * Adds an input to the heap, which must not be full. The time and sequence must not change while the input is in
     * the heap.
     */
    void add(boolean isAction, int code, float value, long sinceOriginNanos, long sequence) {
        InputEvent added = free.isEmpty() ? new InputEvent() : free.pop();
        added.action = isAction;
        added.code = code;
        added.value = value;
        added.sinceOriginNanos = sinceOriginNanos;
        added.sequence = sequence;
        heap.add(added);
    }

    /** Returns how many more inputs the heap can hold. */
    int room() {
        return capacity - heap.size();
    }

    /** Returns the time of the earliest input in the heap; {@link #NEVER} if it is empty. */
    long earliestNanos() {
        InputEvent earliest = heap.peek();
        return earliest == null ? NEVER : earliest.sinceOriginNanos;
    }

    /**
     * Removes and returns the earliest input. The heap must not be empty.
     *
     * @param spare an unused input, which replaces the returned one
     */
    InputEvent remove(InputEvent spare) {
        free.push(spare);
        return heap.remove();
    }

    boolean isEmpty() {
        return heap.isEmpty() && surplus.isEmpty() && queue.isEmpty();
    }

    /** Refuses pushed input from now on, and keeps all that was accepted. */
    void seal() {
        queue.seal((pushed, place, last) -> surplus.add(event(pushed, pushed.nanos)));
    }

    /**
     * Saves what waits, which stays here. Call it after {@link #seal}.
     *
     * @param axes the number of declared axes, below which the axis of each input must be
     */
    void save(Archive to, int axes) {
        long sealedNanos = clock.nanoTime();
        to.count(heap.size(), capacity);
        for (InputEvent each : heap) {
            save(each, to, axes, sealedNanos);
            to.number(each.sequence);
        }
        to.count(surplus.size(), Integer.MAX_VALUE);
        for (InputEvent each : surplus) {
            save(each, to, axes, sealedNanos);
        }
    }

    /**
     * Saves one input with its age at the moment at which time stood still. An input that was pushed after that has the
     * age 0. If its time was ahead of the clock even when the queue was sealed, its age is negative.
     */
    private void save(InputEvent each, Archive to, int axes, long sealedNanos) {
        transferValue(each, to, axes);
        long agoNanos = to.nowNanos() - originNanos - each.sinceOriginNanos;
        long stoodNanos = agoNanos < 0 ? Math.min(0, sealedNanos - originNanos - each.sinceOriginNanos) : agoNanos;
        to.span(stoodNanos, -InputClock.AHEAD_NANOS);
    }

    /** Loads what waited in another run. What was pushed here before gets the time now, and comes after that. */
    void load(Archive from, int axes) {
        for (int left = from.count(0, capacity); left > 0; left--) {
            InputEvent each = loadOne(from, axes);
            add(each.action, each.code, each.value, each.sinceOriginNanos, from.number(0));
        }
        for (int left = from.count(0, Integer.MAX_VALUE); left > 0; left--) {
            surplus.add(loadOne(from, axes));
        }
        queue.poll((early, place, last) ->
                surplus.add(event(early, from.nowNanos() + Math.max(0, early.nanos - from.nowNanos()))));
    }

    private InputEvent loadOne(Archive from, int axes) {
        InputEvent loaded = new InputEvent();
        transferValue(loaded, from, axes);
        loaded.sinceOriginNanos = from.nowNanos() - originNanos - from.span(0, -InputClock.AHEAD_NANOS);
        return loaded;
    }

    /** Saves or loads what an input says, without its time. */
    private static void transferValue(InputEvent each, Archive by, int axes) {
        each.action = by.flag(each.action);
        each.code = each.action ? by.bits(each.code) : by.count(each.code, axes - 1L);
        each.value = Float.intBitsToFloat(by.bits(Float.floatToIntBits(each.value)));
        if (!Float.isFinite(each.value)) {
            throw new IllegalArgumentException("a value of the input must be finite, was " + each.value);
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
}
