package io.github.freestep.render.trace.codec;

import io.github.freestep.internal.StateInside;
import io.github.freestep.state.State;
import io.github.freestep.time.TimeAnchor;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Hands records over from a sampler's thread, the writer, to the thread that encodes them, the reader. Wait-free on
 * both sides, and allocates nothing once made. A frame is handed over together with all that belongs to it, or is
 * {@linkplain #lose lost}: the writer puts its records one after the other, and {@link #frame} publishes them.
 *
 * <p>A record is a row of numbers, the first of which is the ordinal of a {@link TraceEntry.Kind}. The two counts are
 * those of a ring for one producer and one consumer: each side stores its own with release semantics, and loads the
 * other's with acquire semantics. So the reader sees the numbers below the published count, and the writer overwrites
 * only numbers that have been read.
 */
public final class TraceRing {
    private static final int CAPACITY = 1 << 15;

    private static final int STATE_NUMBERS = 11;

    private static final int DISPLAYED_NUMBERS = 3;

    /** Of how many frames a host can report the display times until the next frame. */
    private static final int DISPLAYABLE = 256;

    /** Room for a snapshot, two windows of states, a tick, a frame, and the display times until the next frame. */
    private static final int MOST = TraceEntry.MAX_VALUES + 32 * STATE_NUMBERS + DISPLAYABLE * DISPLAYED_NUMBERS;

    private static final TraceEntry.Kind[] KINDS = TraceEntry.Kind.values();

    /**
     * 256 bytes, so that what one side writes is at least 128 bytes from what the other side writes and from other
     * objects: two cache lines, because processors fetch lines in pairs. Distances in an array need no padding fields.
     */
    private static final int APART = 32;

    /** Written by the writer: how many numbers are published, and how many are put. */
    private static final int PUBLISHED = APART;

    private static final int PUT = APART + 1;

    /** Written by the reader: how many numbers are freed, and how many are taken. */
    private static final int FREED = 2 * APART;

    private static final int TAKEN = 2 * APART + 1;

    private final AtomicLongArray counts = new AtomicLongArray(3 * APART);
    private final long[] numbers = new long[CAPACITY];

    /** For the writer only. */
    private final TimeAnchor anchor = new TimeAnchor();

    /** For the writer only: frames that were lost and not yet handed over. */
    private long lost;

    /** Writer: whether the ring has room for all records of a frame. */
    public boolean hasRoom() {
        return CAPACITY - (counts.getPlain(PUT) - counts.getAcquire(FREED)) >= MOST;
    }

    /** Writer: counts a frame that found no room. */
    public void lose() {
        lost++;
    }

    /** Writer: hands over the number of lost frames, if there are any. The next frame must have a snapshot then. */
    public void lost() {
        if (lost > 0) {
            put(TraceEntry.Kind.LOST.ordinal());
            put(lost);
            publish();
            lost = 0;
        }
    }

    /** Writer: puts a state. */
    public void state(State state, boolean again) {
        state.anchor(anchor);
        put((again ? TraceEntry.Kind.REPLACED : TraceEntry.Kind.STATE).ordinal());
        put(state.tick());
        put(StateInside.predecessorTick(state));
        put(state.simulationNanos());
        put(StateInside.startedNanos(state));
        put(StateInside.publishedNanos(state));
        put(anchor.wallNanos());
        put(anchor.simulationNanos());
        put(anchor.scaleNumerator());
        put(anchor.scaleDenominator());
        put(StateInside.isOverloaded(state) ? 1 : 0);
    }

    /** Writer: puts a tick that was in no window. */
    public void tick(long tick, long dueNanos, long startedNanos, long endedNanos) {
        put(TraceEntry.Kind.TICK.ordinal());
        put(tick);
        put(dueNanos);
        put(startedNanos);
        put(endedNanos);
    }

    /** Writer: puts a snapshot. The states of the window must follow. */
    public void snapshot(long[] values, int count) {
        put(TraceEntry.Kind.SNAPSHOT.ordinal());
        put(count);
        for (int i = 0; i < count; i++) {
            put(values[i]);
        }
    }

    /** Writer: puts when a frame was displayed. The next frame hands it over. */
    public void displayed(long back, long displayNanos) {
        put(TraceEntry.Kind.DISPLAYED.ordinal());
        put(back);
        put(displayNanos);
    }

    /** Writer: puts a frame, and hands over all records so far. */
    public void frame(long nanos, long leadNanos, long shown, long current, double alpha, long delay, int flags) {
        put(TraceEntry.Kind.FRAME.ordinal());
        put(nanos);
        put(leadNanos);
        put(shown);
        put(current);
        put(Double.doubleToRawLongBits(alpha));
        put(delay);
        put(flags);
        publish();
    }

    private void put(long number) {
        long at = counts.getPlain(PUT);
        numbers[(int) (at & CAPACITY - 1)] = number;
        counts.setPlain(PUT, at + 1);
    }

    /** Writer: hands over all records so far. */
    public void publish() {
        counts.setRelease(PUBLISHED, counts.getPlain(PUT));
    }

    /** Reader: takes a record. Returns false if there is none. */
    boolean take(TraceEntry into) {
        if (counts.getPlain(TAKEN) == counts.getAcquire(PUBLISHED)) {
            return false;
        }
        into.kind = KINDS[(int) next()];
        switch (into.kind) {
            case FRAME -> {
                into.nanos = next();
                into.leadNanos = next();
                for (int i = 0; i < ShownWords.COUNT; i++) {
                    into.shown[i] = next();
                }
            }
            case STATE, REPLACED -> {
                into.tick = next();
                into.predecessorTick = next();
                into.simulationNanos = next();
                into.startedNanos = next();
                into.publishedNanos = next();
                into.anchor.set(next(), next(), next(), next());
                into.overloaded = next() != 0;
            }
            case TICK -> {
                into.tick = next();
                into.dueNanos = next();
                into.startedNanos = next();
                into.publishedNanos = next();
            }
            case DISPLAYED -> {
                into.value = next();
                into.nanos = next();
            }
            case SNAPSHOT -> {
                into.value = next();
                for (int i = 0; i < into.value; i++) {
                    into.values[i] = next();
                }
            }
            default -> into.value = next();
        }
        return true;
    }

    private long next() {
        long at = counts.getPlain(TAKEN);
        counts.setPlain(TAKEN, at + 1);
        return numbers[(int) (at & CAPACITY - 1)];
    }

    /** Reader: frees the room of all records taken. */
    void free() {
        counts.setRelease(FREED, counts.getPlain(TAKEN));
    }
}
