package io.github.freestep.history;

import io.github.freestep.net.codec.ByteReader;
import io.github.freestep.state.StateLayout;

/**
 * Reads the states of {@link CompactStates}. For one thread; never blocks. Allocates when it is made, and for more
 * attached bodies than before. Keeps the newest keyframe that it has read, so states close to each other take half of
 * the time.
 */
public final class CompactReader {
    private static final long NONE = -1;

    private final CompactStates states;
    private final StateLayout layout;
    private final EntryMemory memory;
    private final BodiesDecoder bodies;
    private final ByteReader in = new ByteReader();
    private final StateFields zeros = new StateFields();

    /** The keyframe that was read last, and its number. */
    private final KeptState key;

    private long keyNumber = NONE;

    /** The position of the next entry. */
    private long next;

    /** How many entries of the state were read. */
    private int count;

    /** Whether to leave out all that is not in the bytes of a state, see {@link BodiesDecoder}. */
    private final boolean checks;

    CompactReader(CompactStates states, boolean checks) {
        this.checks = checks;
        this.states = states;
        layout = states.layout;
        memory = states.memory;
        bodies = new BodiesDecoder(layout, states.grid, checks);
        key = new KeptState(layout);
    }

    /** The layout of the states. */
    public StateLayout layout() {
        return layout;
    }

    /** A state to read into. */
    public KeptState newState() {
        return new KeptState(layout);
    }

    /**
     * Finds the newest state that is not later than a time.
     *
     * @return its number; -1 if there is none
     */
    public long find(long simulationNanos) {
        long first = states.first();
        long from = first;
        long to = states.end();
        while (from < to) {
            long middle = from + to >>> 1;
            if (states.time(middle) <= simulationNanos) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from == first ? NONE : from - 1;
    }

    /**
     * Reads a state.
     *
     * @param number its number
     * @param into a state of {@link #newState}
     * @return false if it is no longer there, or not yet; the content of {@code into} is unspecified then
     */
    public boolean read(long number, KeptState into) {
        if (number < states.first() || number >= states.end()) {
            return false;
        }
        long ofKey = states.key(number);
        if (ofKey != keyNumber) {
            keyNumber = NONE;
            if (ofKey < 0 || ofKey > number || !decode(states.position(ofKey), key, true) || !states.isThere(ofKey)) {
                return false;
            }
            keyNumber = ofKey;
        }
        if (number == ofKey) {
            if (checks) {
                into.fields.set(key.fields);
            } else {
                into.set(key);
            }
            return true;
        }
        return decode(states.position(number), into, false) && states.isThere(ofKey);
    }

    /** How many entries the state has that was decoded last. */
    int hasRead() {
        return count;
    }

    private boolean decode(long position, KeptState into, boolean isKey) {
        next = position;
        count = 0;
        bodies.begin();
        StateFields fields = into.fields;
        if (!enter() || !fields.read(in, isKey ? zeros : key.fields, layout.capacity()) || fields.isKey != isKey) {
            return false;
        }
        if (isKey) {
            bodies.beginKey();
        }
        if (!(isKey || fields.hasAttached ? readAttachments(into) : copied(into))) {
            return false;
        }
        return readBodies(into, isKey);
    }

    private boolean copied(KeptState into) {
        if (checks) {
            return true;
        }
        into.copyAttachments(key);
        return true;
    }

    /** Goes to the next entry. */
    private boolean enter() {
        next = memory.seek(next);
        int length = memory.length(next);
        if (length < 0) {
            return false;
        }
        in.open(memory.bytes, memory.content(next), length);
        next += EntryMemory.LENGTH + length;
        count++;
        return true;
    }

    private boolean readAttachments(KeptState into) {
        int count = into.fields.attachedCount;
        into.beginAttachments(count);
        while (into.attachedCount() < count) {
            if (!enter()) {
                return false;
            }
            do {
                if (!into.attach(in.varint(), in.varint()) || in.failed()) {
                    return false;
                }
            } while (!in.isAtEnd());
        }
        return true;
    }

    private boolean readBodies(KeptState into, boolean isKey) {
        int slots = into.fields.slots;
        int slot = 0;
        while (slot < slots) {
            next = memory.seek(next);
            int length = memory.length(next);
            if (length < 0) {
                return false;
            }
            slot = bodies.piece(memory.bytes, memory.content(next), length, slot, slots, isKey, into);
            if (slot < 0) {
                return false;
            }
            next += EntryMemory.LENGTH + length;
            count++;
        }
        if (checks) {
            return areAttachedAlive(isKey || into.fields.hasAttached ? into : key, into);
        }
        return into.areAttachedAlive();
    }

    private boolean areAttachedAlive(KeptState attachments, KeptState into) {
        for (int i = 0; i < attachments.attachedCount(); i++) {
            int child = attachments.attached(i);
            int parent = attachments.parent(i);
            if (Math.max(child, parent) >= into.fields.slots
                    || !bodies.isAlive(child, into)
                    || !bodies.isAlive(parent, into)) {
                return false;
            }
        }
        return true;
    }
}
