package io.github.freestep.history;

import io.github.freestep.internal.Epochs;
import io.github.freestep.internal.StateInside;
import io.github.freestep.net.codec.ByteReader;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.state.State;
import io.github.freestep.time.TimeAnchor;

/**
 * The plain fields of a kept state, which are its first entry. Mutable, for one thread; allocates nothing. Numbers are
 * differences from the fields of the keyframe; those of a keyframe are differences from zero.
 */
final class StateFields {
    private static final int KEY = 1;
    private static final int ANCHOR = 2;
    private static final int INPUT = 4;
    private static final int OVERLOADED = 8;
    private static final int ATTACHED = 16;
    private static final int FIRST = 32;
    private static final int LIVES = 64;
    private static final int ALL = 127;

    /**
     * Counters and simulation times beyond this are refused, so that sums and differences of two never overflow. Wall
     * times may be any, because only their differences count.
     */
    private static final long LIMIT = 1L << 61;

    /** Whether the state can be decoded alone. */
    boolean isKey;

    long tick;
    long predecessorTick;
    long edition;
    long simulationNanos;
    long startedNanos;
    long publishedNanos;
    int slots;

    /** As {@link StateInside#lifeOffset}. */
    int lifeOffset;

    boolean isOverloaded;
    long inputSequence;
    long inputNanos;
    final TimeAnchor anchor = new TimeAnchor();

    /** Whether the state has attachments that are not those of the keyframe, and how many. */
    boolean hasAttached;

    int attachedCount;

    /** Takes the fields of a state, except {@link #isKey} and {@link #hasAttached}. */
    void take(State state) {
        tick = state.tick();
        predecessorTick = StateInside.predecessorTick(state);
        edition = StateInside.edition(state);
        simulationNanos = state.simulationNanos();
        startedNanos = StateInside.startedNanos(state);
        publishedNanos = StateInside.publishedNanos(state);
        slots = state.slots();
        lifeOffset = StateInside.lifeOffset(state);
        isOverloaded = StateInside.isOverloaded(state);
        inputSequence = state.inputSequence();
        inputNanos = state.inputNanos();
        state.anchor(anchor);
        attachedCount = StateInside.attachedCount(state);
    }

    void set(StateFields other) {
        isKey = other.isKey;
        tick = other.tick;
        predecessorTick = other.predecessorTick;
        edition = other.edition;
        simulationNanos = other.simulationNanos;
        startedNanos = other.startedNanos;
        publishedNanos = other.publishedNanos;
        slots = other.slots;
        lifeOffset = other.lifeOffset;
        isOverloaded = other.isOverloaded;
        inputSequence = other.inputSequence;
        inputNanos = other.inputNanos;
        anchor.set(other.anchor);
        hasAttached = other.hasAttached;
        attachedCount = other.attachedCount;
    }

    /** @param key the fields of the keyframe; fields of zeros if this is one */
    void write(ByteWriter out, StateFields key) {
        boolean hasAnchor = isKey || !anchor.same(key.anchor);
        boolean hasInput = inputSequence != 0;
        boolean isFirst = predecessorTick == State.NO_TICK;
        boolean hasLives = lifeOffset != key.lifeOffset;
        out.u8((isKey ? KEY : 0)
                | (hasAnchor ? ANCHOR : 0)
                | (hasInput ? INPUT : 0)
                | (isOverloaded ? OVERLOADED : 0)
                | (hasAttached ? ATTACHED : 0)
                | (isFirst ? FIRST : 0)
                | (hasLives ? LIVES : 0));
        out.varlong(tick - key.tick);
        out.varlong(isFirst ? 0 : tick - predecessorTick);
        out.varlong(edition - key.edition);
        out.zigzag(simulationNanos - key.simulationNanos);
        out.zigzag(startedNanos - key.startedNanos);
        out.zigzag(publishedNanos - startedNanos);
        out.varlong(slots);
        if (hasAnchor) {
            out.zigzag(startedNanos - anchor.wallNanos());
            out.zigzag(simulationNanos - anchor.simulationNanos());
            out.varlong(anchor.scaleNumerator());
            out.varlong(anchor.scaleDenominator());
        }
        if (hasInput) {
            out.varlong(inputSequence);
            out.zigzag(startedNanos - inputNanos);
        }
        if (hasAttached) {
            out.varlong(attachedCount);
        }
        if (hasLives) {
            out.varlong(lifeOffset);
        }
    }

    /**
     * Whether an entry begins with the fields of a keyframe.
     *
     * @param first the first byte of the entry
     */
    static boolean isKey(byte first) {
        return (first & KEY) != 0;
    }

    /**
     * Reads and checks the fields. Never throws.
     *
     * @param key the fields of the keyframe; fields of zeros if this is one
     * @return whether all fields are within their ranges; if not, the fields are unspecified
     */
    boolean read(ByteReader in, StateFields key, int capacity) {
        int flags = in.u8();
        isKey = (flags & KEY) != 0;
        isOverloaded = (flags & OVERLOADED) != 0;
        tick = key.tick + in.varlong();
        long back = in.varlong();
        boolean isFirst = (flags & FIRST) != 0;
        predecessorTick = isFirst ? State.NO_TICK : tick - back;
        edition = key.edition + in.varlong();
        simulationNanos = key.simulationNanos + in.zigzag();
        startedNanos = key.startedNanos + in.zigzag();
        publishedNanos = startedNanos + in.zigzag();
        slots = in.varint();
        boolean sane = (flags & ~ALL) == 0
                && isCount(tick)
                && (isFirst ? back == 0 : back >= 0 && back <= tick)
                && isCount(edition)
                && isTime(simulationNanos)
                && slots <= capacity;
        sane &= readAnchor(in, (flags & ANCHOR) != 0, key);
        inputSequence = (flags & INPUT) != 0 ? in.varlong() : 0;
        inputNanos = (flags & INPUT) != 0 ? startedNanos - in.zigzag() : 0;
        hasAttached = (flags & ATTACHED) != 0;
        attachedCount = hasAttached ? in.varint() : isKey ? 0 : key.attachedCount;
        lifeOffset = (flags & LIVES) != 0 ? in.varint() : key.lifeOffset;
        sane &= lifeOffset <= Epochs.LIVES && !Epochs.isAlive(lifeOffset);
        return sane && isCount(inputSequence) && attachedCount <= slots && !in.failed();
    }

    private boolean readAnchor(ByteReader in, boolean present, StateFields key) {
        if (!present) {
            anchor.set(key.anchor);
            return !isKey;
        }
        long wall = startedNanos - in.zigzag();
        long simulation = simulationNanos - in.zigzag();
        long numerator = in.varlong();
        long denominator = in.varlong();
        boolean sane = isTime(simulation) && isCount(numerator) && denominator >= 1;
        if (sane) {
            anchor.set(wall, simulation, numerator, denominator);
        }
        return sane;
    }

    private static boolean isCount(long value) {
        return value >= 0 && value <= LIMIT;
    }

    private static boolean isTime(long value) {
        return value >= -LIMIT && value <= LIMIT;
    }
}
