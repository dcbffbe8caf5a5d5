package io.github.freestep.render.trace.codec;

import io.github.freestep.state.State;
import io.github.freestep.time.TimeAnchor;

/**
 * Writes entries, or reads them: one code for both. It predicts each number from the entries before. Not thread-safe;
 * allocates nothing.
 */
final class TraceCodec {
    private static final int FRAME_TIME = 0;
    private static final int TICK = 1;
    private static final int SIMULATION = 2;
    private static final int PUBLISHED = 3;
    private static final int STARTED = 4;
    private static final int AGAIN = 5;
    private static final int PAUSE_BEGIN = 6;

    private static final TraceEntry.Kind[] KINDS = TraceEntry.Kind.values();

    /** The unit of times of publication. */
    private static final long PUBLISHED_UNIT = 1_000;

    /** The unit of the times when work began, on which no frame depends. */
    private static final long STARTED_UNIT = 16 * PUBLISHED_UNIT;

    private final Numbers numbers;
    private final TimeAnchor anchor = new TimeAnchor();

    // The line of even frames.
    private long dueFrameNanos;
    private long framePeriodNanos;
    private long lastFrameNanos;

    // The last state.
    private long tick;
    private long simulationNanos;
    private long tickNanos;
    private long publishedNanos;
    private long usualLate;
    private long usualWake;

    TraceCodec(Numbers numbers) {
        this.numbers = numbers;
    }

    /** Sets all predictions back. */
    void reset() {
        numbers.reset();
        anchor.set(0, 0, 1, 1);
        dueFrameNanos = 0;
        framePeriodNanos = 0;
        lastFrameNanos = 0;
        tick = 0;
        simulationNanos = 0;
        tickNanos = 0;
        publishedNanos = 0;
        usualLate = 0;
        usualWake = 0;
    }

    /** Writes an entry, or reads one into it. */
    void code(TraceEntry entry) {
        entry.kind = kind(entry.kind);
        switch (entry.kind) {
            case FRAME -> frame(entry);
            case STATE -> state(entry);
            case REPLACED -> replaced(entry);
            case SNAPSHOT -> snapshot(entry);
            case PAUSE -> {
                entry.nanos = lastFrameNanos + numbers.number(PAUSE_BEGIN, entry.nanos - lastFrameNanos);
                entry.value = numbers.sized(entry.value);
            }
            case DIGEST -> entry.value = numbers.bits(Integer.SIZE, entry.value);
            case LOST -> entry.value = numbers.sized(entry.value);
            default -> {}
        }
    }

    private TraceEntry.Kind kind(TraceEntry.Kind kind) {
        if (!numbers.flag(kind != TraceEntry.Kind.FRAME)) {
            return TraceEntry.Kind.FRAME;
        }
        if (!numbers.flag(kind != TraceEntry.Kind.STATE)) {
            return TraceEntry.Kind.STATE;
        }
        int code = (int) numbers.bits(3, kind.ordinal());
        if (code >= TraceEntry.Kind.STATE.ordinal()) {
            throw new IllegalArgumentException("it has an entry of an unknown kind");
        }
        return KINDS[code];
    }

    /** The line follows an early or a late frame by half, and the period by a sixteenth. */
    private void frame(TraceEntry entry) {
        long off = numbers.number(FRAME_TIME, entry.nanos - dueFrameNanos);
        entry.nanos = dueFrameNanos + off;
        long took = entry.nanos - lastFrameNanos;
        if (Math.abs(off) > 2 * framePeriodNanos) {
            // The first frames, or a gap.
            framePeriodNanos = lastFrameNanos == 0 ? 0 : Math.min(took, 1L << 32);
            dueFrameNanos = entry.nanos + framePeriodNanos;
        } else {
            framePeriodNanos += off >> 4;
            dueFrameNanos += (off >> 1) + framePeriodNanos;
        }
        lastFrameNanos = entry.nanos;
    }

    private void state(TraceEntry entry) {
        if (numbers.flag(!follows(entry))) {
            another(entry);
        } else {
            entry.tick = tick + 1;
            entry.predecessorTick = tick;
            entry.simulationNanos = simulationNanos + tickNanos;
            entry.anchor.set(anchor);
        }
        tick = entry.tick;
        simulationNanos = entry.simulationNanos;
        times(entry);
    }

    /** Whether a state follows the last one in an even run. */
    private boolean follows(TraceEntry entry) {
        return entry.tick == tick + 1
                && entry.predecessorTick == tick
                && entry.simulationNanos == simulationNanos + tickNanos
                && entry.anchor.same(anchor);
    }

    private void another(TraceEntry entry) {
        long step = numbers.number(TICK, entry.tick - tick - 1) + 1;
        entry.tick = tick + step;
        entry.predecessorTick = predecessor(entry);
        long due = simulationNanos + step * tickNanos;
        entry.simulationNanos = due + numbers.number(SIMULATION, entry.simulationNanos - due);
        tickNanos = step == 0 ? 0 : (entry.simulationNanos - simulationNanos) / step;
        anchor(entry);
    }

    private long predecessor(TraceEntry entry) {
        if (numbers.flag(entry.predecessorTick == tick)) {
            return tick;
        }
        if (numbers.flag(entry.predecessorTick == State.NO_TICK)) {
            return State.NO_TICK;
        }
        return entry.tick - numbers.sized(entry.tick - entry.predecessorTick);
    }

    private void anchor(TraceEntry entry) {
        if (numbers.flag(!entry.anchor.same(anchor))) {
            anchor.set(
                    numbers.signed(entry.anchor.wallNanos()),
                    numbers.signed(entry.anchor.simulationNanos()),
                    numbers.signed(entry.anchor.scaleNumerator()),
                    numbers.signed(entry.anchor.scaleDenominator()));
        }
        entry.anchor.set(anchor);
    }

    private void times(TraceEntry entry) {
        long due = dueNanos();
        long dueMicros = Math.floorDiv(due, PUBLISHED_UNIT);
        long late = TraceFormat.publishedNanos(entry.publishedNanos) / PUBLISHED_UNIT - dueMicros;
        late = usualLate + numbers.number(PUBLISHED, late - usualLate);
        entry.publishedNanos = (dueMicros + late) * PUBLISHED_UNIT;
        usualLate += late - usualLate >> 2;
        long dueUnits = Math.floorDiv(due, STARTED_UNIT);
        long wake = Math.floorDiv(entry.startedNanos, STARTED_UNIT) - dueUnits;
        wake = usualWake + numbers.number(STARTED, wake - usualWake);
        entry.startedNanos = (dueUnits + wake) * STARTED_UNIT;
        usualWake += wake - usualWake >> 2;
        publishedNanos = entry.publishedNanos;
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

    private void replaced(TraceEntry entry) {
        entry.tick = tick;
        entry.simulationNanos = simulationNanos;
        anchor(entry);
        long since = (TraceFormat.publishedNanos(entry.publishedNanos) - publishedNanos) / PUBLISHED_UNIT;
        entry.publishedNanos = publishedNanos + PUBLISHED_UNIT * numbers.number(AGAIN, since);
        // Rounded up, so that the time when the work began is rounded down.
        long took = -Math.floorDiv(entry.startedNanos - entry.publishedNanos, STARTED_UNIT);
        entry.startedNanos = entry.publishedNanos - STARTED_UNIT * numbers.signed(took);
        publishedNanos = entry.publishedNanos;
    }

    private void snapshot(TraceEntry entry) {
        entry.value = numbers.bits(10, entry.value);
        if (entry.value > TraceEntry.MAX_VALUES) {
            throw new IllegalArgumentException("it has a snapshot of " + entry.value + " values");
        }
        for (int i = 0; i < entry.value; i++) {
            entry.values[i] = numbers.signed(entry.values[i]);
        }
    }
}
