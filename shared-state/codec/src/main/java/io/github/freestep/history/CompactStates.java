package io.github.freestep.history;

import io.github.freestep.internal.Attachments;
import io.github.freestep.internal.StateInside;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the newest states of a simulation in a few bytes each, in memory of a fixed size. One thread appends; any
 * thread reads, each by a {@link CompactReader} of its own. Nothing blocks. Appending allocates nothing.
 *
 * <p>States are numbered from 0 without gaps, in the order in which they were appended. At least one in 50 is a
 * <i>keyframe</i>, which is complete, and so is each state that differences cannot express. The states after a
 * keyframe are differences from it. So any state is read by decoding at most two. A keyframe and the states up to the
 * next one are a <i>group</i>. The oldest group is dropped as a whole when its memory is needed.
 *
 * <p>Poses come back within the error of the {@link PoseGrid}. All else comes back exactly: channels, epochs (and so
 * lives and teleports), attachments, anchors, ticks and all times.
 *
 * <h2>Why readers need no lock</h2>
 *
 * <p>The states from {@link #first} to before {@link #end} can be read. The writer moves {@code first} before it
 * overwrites anything of the states below, and {@code end} after it has written the state below. A reader decodes, and
 * then looks whether the group that it has decoded is still there. If it is not, the result is dropped. Until then,
 * what it decodes may be anything, so it checks all of it, as for a hostile file. Rejected: a lock, which the physics
 * thread would have to take for a hit test.
 */
public final class CompactStates {
    /** The greatest number of channels. A body with more might not fit into an entry. */
    public static final int MAX_CHANNELS = 1_000;

    /** The most states in a group. With more, keyframes are rarer, but the differences from them are greater. */
    private static final int GROUP = 50;

    /** The least number of groups for which there is room, so that dropping one drops little. */
    private static final int LEAST_GROUPS = 8;

    /** An entry of attachments has at most as many pairs. */
    private static final int PAIRS = 4_096;

    /** The longest time span of a file. Sums of such spans never overflow. */
    private static final long LONGEST_NANOS = Duration.ofDays(100).toNanos();

    /** What a state needs in the index: its time, its position, its keyframe and the number of its entries. */
    static final long INDEX_BYTES = 3 * Long.BYTES + Integer.BYTES;

    private static final VarHandle FIRST;
    private static final VarHandle END;

    static {
        try {
            FIRST = MethodHandles.lookup().findVarHandle(CompactStates.class, "first", long.class);
            END = MethodHandles.lookup().findVarHandle(CompactStates.class, "end", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final StateLayout layout;
    final PoseGrid grid;
    final EntryMemory memory;
    private final int states;
    private final int group;

    /** Null if the states come from a file. */
    private final @Nullable BodiesEncoder bodies;

    private final StateFields fields = new StateFields();
    private final StateFields keyFields = new StateFields();
    private final StateFields zeros = new StateFields();
    private final byte[] scratch = new byte[EntryMemory.MOST];
    private final ByteWriter writer = new ByteWriter();

    /** By number, modulo {@link #states}: simulation time, position of the first entry, and number of the keyframe. */
    private final long[] times;

    private final long[] positions;
    private final long[] keys;

    /** By number, modulo {@link #states}: how many entries the state has. */
    private final int[] entries;

    /** The number of the oldest state, and one more than that of the newest. Only through their handles. */
    private long first;

    private long end;

    /** Where the next entry goes. */
    private long head;

    /** Where the entries of the newest state began. */
    private long begun;

    /** How many entries of the newest state are written. */
    private int written;

    /** The number of the newest keyframe, and its attachments. */
    private long key;

    private Attachments attachments = Attachments.NONE;

    private long lastNanos;
    private long omitted;

    private CompactStates(StateLayout layout, PoseGrid grid, int bytes, int states, @Nullable BodiesEncoder bodies) {
        this.layout = layout;
        this.grid = grid;
        this.states = states;
        group = Math.max(1, Math.min(GROUP, states / LEAST_GROUPS));
        memory = new EntryMemory(bytes);
        this.bodies = bodies;
        times = new long[states];
        positions = new long[states];
        keys = new long[states];
        entries = new int[states];
    }

    /**
     * Creates a store.
     *
     * @param layout the layout of all states that will be appended
     * @param grid how exactly poses are kept
     * @param bytes the size of the memory for states, in bytes
     * @param states the greatest number of states that are kept
     * @throws IllegalArgumentException if a number is out of range, or if the layout has more than
     *     {@value #MAX_CHANNELS} channels
     */
    public static CompactStates of(StateLayout layout, PoseGrid grid, int bytes, int states) {
        Objects.requireNonNull(layout, "layout must not be null");
        Objects.requireNonNull(grid, "grid must not be null");
        if (bytes < 1 || states < 1) {
            throw new IllegalArgumentException("a history must have room for at least 1 byte and 1 state, was " + bytes
                    + " bytes and " + states + " states");
        }
        int channels = layout.linearChannels().size() + layout.steppedChannels().size();
        if (channels > MAX_CHANNELS) {
            throw new IllegalArgumentException("the layout of a history must have at most " + MAX_CHANNELS
                    + " channels, was " + channels + "; use fewer");
        }
        return new CompactStates(layout, grid, bytes, states, new BodiesEncoder(layout, grid));
    }

    /** Creates a store for the states of a file, which {@link #load} adds. */
    static CompactStates ofFile(StateLayout layout, PoseGrid grid, int bytes, int states) {
        return new CompactStates(layout, grid, bytes, states, null);
    }

    /**
     * Adds an entry of a file, for which there is room.
     *
     * @param begins whether it is the first one of a state
     */
    void load(byte[] from, int offset, int length, boolean begins) {
        memory.put(head, from, offset, length);
        if (begins) {
            key = StateFields.isKey(from[offset]) ? end : key;
            positions[index(end)] = head;
            keys[index(end)] = key;
            end++;
        }
        entries[index(end - 1)]++;
        head += EntryMemory.LENGTH + length;
    }

    /**
     * Decodes all states of a file, and drops the first one that cannot be decoded and all after it.
     *
     * @return what is wrong with the first one that was dropped; null if all are there
     */
    @Nullable String keepWhole() {
        CompactReader reader = new CompactReader(this, true);
        KeptState state = reader.newState();
        for (long number = 0; number < end; number++) {
            boolean whole = reader.read(number, state) && reader.hasRead() == entries(number);
            String bad = null;
            if (!whole) {
                bad = " is damaged: it cannot be decoded";
            } else if (number > 0 && state.simulationNanos() < times[index(number - 1)]) {
                bad = " is damaged: its time is before that of the state before it";
            } else if (state.simulationNanos() - (number > 0 ? times[0] : state.simulationNanos()) > LONGEST_NANOS) {
                bad = " is damaged: its time is more than 100 days after the first";
            }
            if (bad != null) {
                end = number;
                return "state " + number + bad;
            }
            times[index(number)] = state.simulationNanos();
        }
        return null;
    }

    /** Creates a store with the precision that a sender has by default. */
    public static CompactStates of(StateLayout layout, int bytes, int states) {
        return of(layout, PoseGrid.STANDARD, bytes, states);
    }

    /** A reader for one thread. Allocates about three times the memory of a state. */
    public CompactReader reader() {
        return new CompactReader(this, false);
    }

    /** The memory that this takes, in bytes, without that of readers. */
    public long memory() {
        return memory.size() + INDEX_BYTES * states + (bodies == null ? 0 : bodies.memory());
    }

    /** The bytes of the memory for states that are in use. For the writing thread. */
    public long used() {
        return head - tail();
    }

    /** The number of the oldest state that is kept. For any thread. */
    public long first() {
        return (long) FIRST.getVolatile(this);
    }

    /** One more than the number of the newest state. For any thread. */
    public long end() {
        return (long) END.getAcquire(this);
    }

    /** The number of states that did not fit even alone. For the writing thread. */
    public long omitted() {
        return omitted;
    }

    /** Whether a group is still there, after it was decoded. */
    boolean isThere(long ofKey) {
        // What was decoded was read before the number below.
        VarHandle.loadLoadFence();
        return first() <= ofKey;
    }

    /** The simulation time of a state; any value if it is no longer there. */
    public long time(long number) {
        return times[index(number)];
    }

    /** The number of its keyframe; any value if it is no longer there. */
    long key(long number) {
        return keys[index(number)];
    }

    /** The position of its first entry; any value if it is no longer there. */
    long position(long number) {
        return positions[index(number)];
    }

    /** The number of its entries; any value if it is no longer there. */
    int entries(long number) {
        return entries[index(number)];
    }

    private int index(long number) {
        return (int) (number % states);
    }

    /**
     * Appends a state. One that is older than the newest begins another run, and drops all states before it. A state
     * that does not fit is left out, and all older ones are dropped.
     *
     * @param state a state of the layout, and of the same buffer as all others
     */
    public void append(State state) {
        fields.take(state);
        boolean isEmpty = end == first;
        if (!isEmpty && fields.simulationNanos < lastNanos) {
            drop(end);
            isEmpty = true;
        }
        boolean fits = false;
        if (!isEmpty && follows()) {
            bodies.take(state);
            fits = put(state, false);
        }
        if (!fits) {
            bodies.takeKey(state);
            fits = put(state, true);
        }
        if (!fits && begun != memory.start(begun)) {
            // What is left before the end of the memory was too little, and could not be used.
            drop(end);
            fits = put(state, true);
        }
        if (fits) {
            lastNanos = fields.simulationNanos;
        } else {
            drop(end);
            omitted++;
        }
    }

    /** Whether the state may be written as differences from the keyframe. */
    private boolean follows() {
        return end - key < group
                && head - positions[index(key)] < memory.size() / LEAST_GROUPS
                && fields.tick >= keyFields.tick
                && fields.edition >= keyFields.edition;
    }

    private boolean put(State state, boolean isKey) {
        // If the store is empty, all of the memory is free in a row.
        head = first == end ? memory.start(head) : head;
        begun = head;
        written = 0;
        fields.isKey = isKey;
        fields.hasAttached = isKey ? fields.attachedCount > 0 : attachments != StateInside.attachments(state);
        long start = begin(isKey);
        boolean fits = start >= 0 && putAttachments(state) && putBodies();
        if (!fits) {
            head = begun;
            return false;
        }
        positions[index(end)] = start;
        times[index(end)] = fields.simulationNanos;
        if (isKey) {
            key = end;
            keyFields.set(fields);
            attachments = StateInside.attachments(state);
            bodies.keep();
        }
        keys[index(end)] = key;
        entries[index(end)] = written;
        END.setRelease(this, end + 1);
        return true;
    }

    /** Writes the first entry of a state. Returns its position; -1 if there is no room. */
    private long begin(boolean isKey) {
        if (end - first == states && !dropGroup(isKey)) {
            return -1;
        }
        writer.open(scratch, 0);
        fields.write(writer, isKey ? zeros : keyFields);
        return entry(scratch, 0, writer.position());
    }

    private boolean putAttachments(State state) {
        for (int i = 0; fields.hasAttached && i < fields.attachedCount; ) {
            writer.open(scratch, 0);
            for (int last = Math.min(i + PAIRS, fields.attachedCount); i < last; i++) {
                int slot = StateInside.attached(state, i);
                writer.varlong(slot);
                writer.varlong(state.parent(slot));
            }
            if (entry(scratch, 0, writer.position()) < 0) {
                return false;
            }
        }
        return true;
    }

    private boolean putBodies() {
        for (int slot = 0; slot < fields.slots; ) {
            slot = bodies.piece(slot, fields.slots);
            if (entry(bodies.bytes, bodies.offset(), bodies.length()) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Writes an entry, and drops the oldest groups if their memory is needed. Returns -1 if there is no room. */
    private long entry(byte[] from, int offset, int length) {
        long position = memory.place(head, length);
        long next = position + EntryMemory.LENGTH + length;
        while (next - tail() > memory.size()) {
            if (!dropGroup(fields.isKey)) {
                return -1;
            }
        }
        if (position > head) {
            memory.skip(head);
        }
        memory.put(position, from, offset, length);
        head = next;
        written++;
        return position;
    }

    /** The position of the oldest entry that must not be overwritten. */
    private long tail() {
        return first == end ? begun : positions[index(first)];
    }

    /**
     * Drops the oldest group.
     *
     * @param last whether to drop it even if it is the newest, too
     * @return false if nothing could be dropped
     */
    private boolean dropGroup(boolean last) {
        long next = first + 1;
        while (next < end && keys[index(next)] != next) {
            next++;
        }
        if (first == end || next >= end && !last) {
            return false;
        }
        drop(next);
        return true;
    }

    private void drop(long until) {
        FIRST.setVolatile(this, until);
        // What is written from now on over the dropped states is seen after the number above.
        VarHandle.storeStoreFence();
    }
}
