package io.github.freestep.render.trace.codec;

import io.github.freestep.internal.Varint;
import io.github.freestep.time.TimeAnchor;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * Writes entries, or reads them: one code for both, so that writer and reader cannot differ. A writer returns each
 * number that it is given, and a reader returns the one that it finds. Not thread-safe; allocates nothing.
 */
final class TraceCodec {
    private static final TraceEntry.Kind[] KINDS = TraceEntry.Kind.values();

    /**
     * The first number of an entry is the ordinal of its kind, except for those below.
     */
    private static final int NEXT_STATE = 8;

    private static final int TICK = 9;

    private static final int OVERLOADED = 10;

    /** After the overloaded states. */
    private static final int DISPLAYED = 13;

    /** A frame with a lead. */
    private static final int LED = 14;

    /** The unit of the time that a step took. Rounded up, so that the time when it began is rounded down. */
    private static final long MICRO = 1_000;

    private final boolean reads;
    private ByteBuffer bytes;

    // What the next entry is predicted from.
    private final TimeAnchor anchor = new TimeAnchor();
    private boolean overloaded;
    private long frameNanos;
    private long framePeriodNanos;
    private long displayNanos;
    private long displayPeriodNanos;
    private long leadNanos;
    private long tick;
    private long simulationNanos;
    private long tickNanos;
    private long publishedNanos;

    private TraceCodec(ByteBuffer bytes, boolean reads) {
        this.bytes = bytes;
        this.reads = reads;
    }

    /** Writes at the position of a buffer, which must have room. */
    static TraceCodec writer(ByteBuffer to) {
        return new TraceCodec(to, false);
    }

    static TraceCodec reader() {
        return new TraceCodec(ByteBuffer.allocate(0), true);
    }

    /** Goes on to read at the position of a buffer. */
    void read(ByteBuffer from) {
        bytes = from;
    }

    /**
     * Writes an entry, or reads one into it.
     *
     * @throws IllegalArgumentException if no writer has written what is read
     */
    void code(TraceEntry entry) {
        int code = kind(entry);
        switch (entry.kind) {
            case FRAME -> frame(entry, code == LED);
            case STATE -> state(entry, code == NEXT_STATE);
            case REPLACED -> replaced(entry);
            case TICK -> tick(entry);
            case SNAPSHOT -> snapshot(entry);
            case DISPLAYED -> displayed(entry);
            case PAUSE -> {
                entry.nanos = near(frameNanos, entry.nanos);
                entry.value = number(entry.value);
            }
            case DIGEST, LOST -> entry.value = number(entry.value);
            case END -> {}
        }
    }

    /** Codes what an entry is. */
    private int kind(TraceEntry entry) {
        int code = (int) Math.min(Integer.MAX_VALUE, number(reads ? 0 : codeOf(entry)) & Long.MAX_VALUE);
        if (code > LED || code == OVERLOADED) {
            throw new IllegalArgumentException("it has an entry of an unknown kind");
        }
        switch (code) {
            case NEXT_STATE -> entry.kind = TraceEntry.Kind.STATE;
            case TICK -> entry.kind = TraceEntry.Kind.TICK;
            case DISPLAYED -> entry.kind = TraceEntry.Kind.DISPLAYED;
            case LED -> entry.kind = TraceEntry.Kind.FRAME;
            default -> entry.kind = KINDS[code % OVERLOADED];
        }
        if (entry.kind == TraceEntry.Kind.STATE || entry.kind == TraceEntry.Kind.REPLACED) {
            overloaded = code == NEXT_STATE ? overloaded : code > OVERLOADED;
            entry.overloaded = overloaded;
        }
        return code;
    }

    private int codeOf(TraceEntry entry) {
        return switch (entry.kind) {
            case STATE -> follows(entry) ? NEXT_STATE : entry.kind.ordinal() + (entry.overloaded ? OVERLOADED : 0);
            case REPLACED -> entry.kind.ordinal() + (entry.overloaded ? OVERLOADED : 0);
            case TICK -> TICK;
            case DISPLAYED -> DISPLAYED;
            case FRAME -> entry.leadNanos == 0 ? entry.kind.ordinal() : LED;
            default -> entry.kind.ordinal();
        };
    }

    private boolean follows(TraceEntry entry) {
        return entry.tick == tick + 1
                && entry.predecessorTick == tick
                && entry.simulationNanos == simulationNanos + tickNanos
                && entry.overloaded == overloaded
                && entry.anchor.same(anchor);
    }

    private void frame(TraceEntry entry, boolean isLed) {
        entry.nanos = near(frameNanos + framePeriodNanos, entry.nanos);
        framePeriodNanos = entry.nanos - frameNanos;
        frameNanos = entry.nanos;
        leadNanos = isLed ? near(leadNanos, entry.leadNanos) : leadNanos;
        entry.leadNanos = isLed ? leadNanos : 0;
    }

    private void state(TraceEntry entry, boolean isNext) {
        if (isNext) {
            entry.tick = tick + 1;
            entry.predecessorTick = tick;
            entry.simulationNanos = simulationNanos + tickNanos;
            entry.anchor.set(anchor);
        } else {
            entry.tick = near(tick, entry.tick);
            entry.predecessorTick = near(tick, entry.predecessorTick);
            entry.simulationNanos = near(simulationNanos + tickNanos, entry.simulationNanos);
            anchor(entry);
        }
        tickNanos = entry.simulationNanos - simulationNanos;
        tick = entry.tick;
        simulationNanos = entry.simulationNanos;
        times(entry, dueNanos());
    }

    private void replaced(TraceEntry entry) {
        entry.tick = tick;
        entry.simulationNanos = simulationNanos;
        anchor(entry);
        times(entry, publishedNanos);
    }

    /** Leaves the predictions alone: the next state follows the last one. */
    private void tick(TraceEntry entry) {
        entry.tick = near(tick, entry.tick);
        entry.dueNanos = near(publishedNanos, entry.dueNanos);
        entry.startedNanos = near(entry.dueNanos, entry.startedNanos);
        entry.publishedNanos = near(entry.startedNanos, entry.publishedNanos);
    }

    private void displayed(TraceEntry entry) {
        entry.value = number(entry.value);
        entry.nanos = near(displayNanos + displayPeriodNanos, entry.nanos);
        displayPeriodNanos = entry.nanos - displayNanos;
        displayNanos = entry.nanos;
    }

    private void anchor(TraceEntry entry) {
        anchor.set(
                near(anchor.wallNanos(), entry.anchor.wallNanos()),
                near(anchor.simulationNanos(), entry.anchor.simulationNanos()),
                near(anchor.scaleNumerator(), entry.anchor.scaleNumerator()),
                near(anchor.scaleDenominator(), entry.anchor.scaleDenominator()));
        entry.anchor.set(anchor);
    }

    private void times(TraceEntry entry, long dueNanos) {
        entry.publishedNanos = near(dueNanos, entry.publishedNanos);
        publishedNanos = entry.publishedNanos;
        long stepMicros = -Math.floorDiv(entry.startedNanos - publishedNanos, MICRO);
        entry.startedNanos = publishedNanos - MICRO * near(0, stepMicros);
    }

    /** When the newest state was due; when it was published if time is paused, or if that is out of range. */
    private long dueNanos() {
        if (anchor.isPaused()) {
            return publishedNanos;
        }
        try {
            return anchor.wallAt(simulationNanos);
        } catch (ArithmeticException e) {
            return publishedNanos;
        }
    }

    private void snapshot(TraceEntry entry) {
        reset();
        entry.value = number(entry.value);
        if (entry.value < 0 || entry.value > TraceEntry.MAX_VALUES) {
            throw new IllegalArgumentException("it has a snapshot of " + entry.value + " values");
        }
        for (int i = 0; i < entry.value; i++) {
            entry.values[i] = near(0, entry.values[i]);
        }
    }

    /** Sets all predictions back. */
    private void reset() {
        anchor.set(0, 0, 1, 1);
        overloaded = false;
        frameNanos = 0;
        framePeriodNanos = 0;
        displayNanos = 0;
        displayPeriodNanos = 0;
        leadNanos = 0;
        tick = 0;
        simulationNanos = 0;
        tickNanos = 0;
        publishedNanos = 0;
    }

    /** A number that is short if it is near what is expected. */
    private long near(long expected, long value) {
        return expected + Varint.unzigzag(number(Varint.zigzag(value - expected)));
    }

    /** A number that is short if it is small. */
    private long number(long value) {
        if (!reads) {
            Varint.put(bytes, value);
            return value;
        }
        try {
            return Varint.get(bytes);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("it ends in the middle of an entry", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
