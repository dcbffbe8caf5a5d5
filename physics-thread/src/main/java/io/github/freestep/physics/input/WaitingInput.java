package io.github.freestep.physics.input;

import com.lmax.disruptor.EventPoller;
import io.github.freestep.internal.time.Archive;
import java.util.ArrayDeque;

/**
 * The inputs that were accepted, and that no tick has taken: in the ring of the {@link InputQueue}, and then in a heap.
 * For the physics thread.
 */
final class WaitingInput {
    private final long originNanos;
    private final InputClock clock;
    private final InputQueue queue;
    private final InputHeap heap;
    private final InputCounts counts;
    private final EventPoller.Handler<InputQueue.Pushed> toHeap =
            (pushed, place, last) -> receive(pushed.isAction, pushed.code, pushed.value, pushed.nanos);

    /**
     * Inputs that waited in the ring of the run that this one continues, or in this ring when it was sealed. They come
     * before those in the ring.
     */
    private final ArrayDeque<InputEvent> surplus = new ArrayDeque<>(0);

    /** The time of the newest drain. Counts from the origin. */
    private long drainedNanos;

    WaitingInput(InputClock clock, InputQueue queue, InputHeap heap, InputCounts counts) {
        originNanos = clock.originNanos;
        this.clock = clock;
        this.queue = queue;
        this.heap = heap;
        this.counts = counts;
    }

    /** Moves pushed inputs from the ring to the heap, as {@link InputCollector#drain} says. */
    void drain(long nowNanos) {
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

    private boolean receive(boolean isAction, int code, float value, long nanos) {
        long ahead = nanos - originNanos - drainedNanos;
        // An input that was pushed after the drain began has a later time than the drain, but not a later one than the
        // clock. So it is not from the future.
        if (ahead > 0 && nanos - clock.nanoTime() > 0) {
            counts.noteFromFuture();
        }
        long at = drainedNanos + Math.min(0, ahead);
        heap.add(isAction, code, value, at, counts.next());
        return !heap.isFull();
    }

    boolean isEmpty() {
        return heap.isEmpty() && surplus.isEmpty() && queue.isEmpty();
    }

    /** Refuses pushed input from now on, and keeps all that was accepted. */
    void seal() {
        queue.seal((pushed, place, last) -> surplus.add(event(pushed, pushed.nanos)));
    }

    /**
     * Saves what waits, or loads it.
     *
     * @param axes the number of declared axes, below which the axis of each input must be
     */
    void transfer(Archive by, int axes) {
        long sealedNanos = clock.nanoTime();
        InputEvent[] inHeap = heap.all();
        int waiting = by.count(inHeap.length, inHeap.length + heap.room());
        for (int i = 0; i < waiting; i++) {
            InputEvent each = by.isLoading() ? new InputEvent() : inHeap[i];
            transfer(each, by, axes, sealedNanos);
            each.sequence = by.number(each.sequence);
            if (by.isLoading()) {
                heap.add(each.action, each.code, each.value, each.sinceOriginNanos, each.sequence);
            }
        }
        int pushed = by.count(surplus.size(), Integer.MAX_VALUE);
        for (int i = 0; i < pushed; i++) {
            InputEvent each = by.isLoading() ? new InputEvent() : surplus.remove();
            transfer(each, by, axes, sealedNanos);
            surplus.add(each);
        }
        if (by.isLoading()) {
            queue.poll((early, place, last) ->
                    surplus.add(event(early, by.nowNanos() + Math.max(0, early.nanos - by.nowNanos()))));
        }
    }

    /** Input that was pushed since time stood still gets the time now, unless it was ahead of the clock. */
    private void transfer(InputEvent each, Archive by, int axes, long sealedNanos) {
        each.action = by.flag(each.action);
        each.code = each.action ? by.bits(each.code) : by.count(each.code, axes - 1L);
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
}
