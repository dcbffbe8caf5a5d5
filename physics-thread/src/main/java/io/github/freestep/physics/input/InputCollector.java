package io.github.freestep.physics.input;

import io.github.freestep.internal.Ranges;
import io.github.freestep.internal.time.Archive;
import io.github.freestep.internal.time.Timeline;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Assigns every input to exactly one tick, in the order of time. For the physics thread only. Never blocks; the work of
 * each call is bounded by the capacity. Allocates only when more inputs wait than ever before, or when one tick or one
 * poll has more than any before. Memory grows step by step to the capacity and never shrinks. The alternative, memory
 * for the whole capacity from the start, took 0.6 MB for each service.
 *
 * <p>Before each tick, the thread calls {@link #drain}, then {@link #poll} if the tick is the first of those that are
 * due now, and {@link #take}. Inputs that no tick has taken yet wait in a heap. If the heap is full, further inputs
 * stay in the ring. If the ring is full, producers are refused. So no input is lost silently, however long a pause
 * lasts.
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

    private final long originNanos;
    public final InputClock clock;
    public final InputQueue queue;
    public final InputCounts counts;
    private final WaitingInput waiting;

    /** What polls each source. */
    private final Runnable[] sources;

    /** Null without sources. */
    private final @Nullable InputPolls polls;

    private final InputValues input;

    /**
     * The due time of the newest tick that has taken its input, or was skipped. Counts from the origin. For the first
     * tick, no input is late.
     */
    private long takenNanos = Long.MIN_VALUE;

    /**
     * Creates a collector.
     *
     * @param polling makes the polls of the sources, which report to its argument; null without sources
     * @param refused counts the inputs for which there is no room
     */
    public InputCollector(
            int axes,
            int capacity,
            @Nullable Function<InputPolls, Runnable[]> polling,
            InputClock clock,
            LongAdder refused) {
        requireAxes(axes);
        requireCapacity(capacity);
        originNanos = clock.originNanos;
        this.clock = clock;
        queue = new InputQueue(capacity, refused);
        counts = new InputCounts(originNanos);
        waiting = new WaitingInput(capacity, clock, queue, counts);
        input = new InputValues(axes, capacity);
        polls = polling == null ? null : new InputPolls(capacity, input, waiting, counts, refused);
        sources = polling == null ? new Runnable[0] : polling.apply(polls);
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
        waiting.drain(nowNanos);
    }

    /**
     * Polls every source, even if one throws, because a source that always throws would silence those after it.
     *
     * @param atNanos the due time of the newest due tick, which becomes the time of polled actions
     * @return the first error, or else the first exception, with the others as suppressed ones; null if none has failed
     */
    public @Nullable Throwable poll(long atNanos) {
        return polls == null ? null : polls.poll(sources, atNanos - originNanos);
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
        while (waiting.earliestNanos() <= dueNanos) {
            InputEvent event = input.take(waiting);
            if (inTime(event, timeline, dueNanos)) {
                long simulationNanos = timeline.simulationAt(originNanos + event.sinceOriginNanos);
                // In fast motion, one nanosecond of the clock may reach beyond the end of the tick.
                fraction = Math.min(1, Math.max(fraction, (simulationNanos - fromNanos) / spanNanos));
            } else {
                counts.defer();
            }
            event.fraction = fraction;
            counts.consume(event.sequence, event.sinceOriginNanos);
        }
        takenNanos = dueNanos;
        return input;
    }

    /** Notes that ticks were skipped without input. Inputs of their time that come later are late. */
    public void skipTo(long dueNanos) {
        takenNanos = dueNanos - originNanos;
    }

    /** Counts n inputs of a feed, which came at the same time and have not waited in this collector. */
    public void count(int n, long cameNanos) {
        for (int i = 0; i < n; i++) {
            counts.consume(counts.next(), cameNanos - originNanos);
        }
    }

    /** Returns what {@link #take} fills. */
    public InputValues values() {
        return input;
    }

    /** Returns the number of sources that {@link #poll} calls. */
    public int sources() {
        return sources.length;
    }

    public int axes() {
        return input.axes();
    }

    /** Returns whether no input waits for its tick. */
    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /**
     * Saves all input that was accepted and that no tick has taken, and refuses pushed input from now on. It also stays
     * here, in case this run continues after all.
     */
    public void save(Archive to) {
        seal();
        transferCounts(to);
        waiting.save(to, input.axes());
    }

    /**
     * Loads saved input before the first tick. Input that was pushed here before gets the time now, and comes after
     * what is loaded.
     */
    public void load(Archive from) {
        transferCounts(from);
        waiting.load(from, input.axes());
    }

    private void transferCounts(Archive by) {
        counts.transfer(by);
        boolean hasTaken = by.flag(takenNanos != Long.MIN_VALUE);
        long taken = by.reading(originNanos + takenNanos) - originNanos;
        takenNanos = hasTaken ? taken : Long.MIN_VALUE;
    }

    /** Refuses pushed input from now on, and keeps all that was accepted. */
    public void seal() {
        waiting.seal();
    }

    /** Returns the time of the earliest input that waits in the heap; now if none does. */
    public long earliestNanos(long nowNanos) {
        long earliestNanos = waiting.earliestNanos();
        return earliestNanos == WaitingInput.NEVER ? nowNanos : originNanos + earliestNanos;
    }

    /**
     * Returns whether an input came in time. An input exactly at the due time is in time, also for a single
     * step in a pause.
     */
    private boolean inTime(InputEvent event, Timeline timeline, long dueNanos) {
        long at = event.sinceOriginNanos;
        return at == dueNanos || (at > takenNanos && timeline.runsAt(originNanos + at));
    }
}
