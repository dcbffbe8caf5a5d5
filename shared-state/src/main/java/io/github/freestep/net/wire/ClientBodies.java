package io.github.freestep.net.wire;

import io.github.freestep.internal.Blocks;
import io.github.freestep.net.codec.Bits;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.state.State;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The bodies that one client is sent, and what it is known to have of them. For one thread. Allocates only when the
 * client is sent more bodies than ever before.
 *
 * <p>The client acknowledges datagrams. Until it has acknowledged a baseline of a body, each of its states has that
 * baseline, too. So every body that arrives can be decoded. A body that leaves is named in every state until the client
 * has acknowledged one of them. A body that rests is no longer sent once the client has acknowledged where.
 */
public final class ClientBodies {
    /** The kinds of records. */
    static final int KIND_BITS = 2;

    /** The difference from the baseline that the client has. */
    static final int HAS = 0;

    /** The newest baseline, and the difference from it. */
    static final int FRESH = 1;

    /** The newest baseline, and the difference from the one before it, which the client has. */
    static final int RENEWED = 2;

    /** The client is not sent this body any more. */
    static final int GONE = 3;

    /** Longer distances between slots are written as they are. */
    static final int MOST_UNARY = 16;

    static final int SLOT_BITS = 32;
    static final int SHIFT_BITS = 5;

    /** A body is sent in at least every 128th of the client's states. */
    public static final int MOST_LEVEL = 7;

    static final int LEVEL_BITS = 3;

    /** How many datagrams an acknowledgement names, besides the newest. */
    public static final int ACKNOWLEDGED = 256;

    /** How long it takes until a change of what is sent shows whether the link carries that. */
    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How long bodies stay left out: doubled each time it was too short, up to the second one. */
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(4);

    private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(64);

    private static final int NONE = 0;

    /** The most bytes of records in a datagram. */
    private static final int MOST_BYTES = StateEncoder.MAX_DATAGRAM - PieceHeader.MAX_BYTES;

    private Entries entries = new Entries();
    private Entries next = new Entries();
    private final Bits bits = new Bits();
    private final byte[] bytes = new byte[StateEncoder.MAX_DATAGRAM + Long.BYTES];
    private final ByteBuffer datagram = ByteBuffer.wrap(bytes);
    private final ByteWriter writer = new ByteWriter();

    /** The bodies of this level and those above it are not sent, because the link carries less. */
    private int leftOut = MOST_LEVEL + 1;

    private long changedNanos;

    /** Whether the last change sends more. */
    private boolean wasAdded;

    private long waitNanos = WAIT_NANOS;

    /** The highest level that is sent. */
    private int highest;

    private boolean wasChosen;
    private long chosenNanos;

    /** The number of states that this client was sent, and the number of its newest datagram. */
    private long states;

    private long number;

    /** The slot of the last record, and how many records the datagram has. */
    private int lastSlot;

    private int records;
    private int shift;
    private int chosen;

    /** What is known of each body, in the order of the slots. */
    private static final class Entries {
        int size;
        int[] slots = new int[0];
        int[] lives = new int[0];

        /** The body is in every {@code 1 << level}-th state. */
        byte[] levels = new byte[0];

        /** The number of the newest baseline that the client has. */
        int[] bases = new int[0];

        /** A datagram with a newer one, and which. */
        long[] baseSent = new long[0];

        int[] baseSentCounts = new int[0];

        /** A datagram that says that the body rests or is gone. */
        long[] lastSent = new long[0];

        boolean[] rests = new boolean[0];
        boolean[] leaves = new boolean[0];

        void add() {
            if (size == slots.length) {
                int more = Math.max(Blocks.SIZE, 2 * size);
                slots = Arrays.copyOf(slots, more);
                lives = Arrays.copyOf(lives, more);
                levels = Arrays.copyOf(levels, more);
                bases = Arrays.copyOf(bases, more);
                baseSent = Arrays.copyOf(baseSent, more);
                baseSentCounts = Arrays.copyOf(baseSentCounts, more);
                lastSent = Arrays.copyOf(lastSent, more);
                rests = Arrays.copyOf(rests, more);
                leaves = Arrays.copyOf(leaves, more);
            }
            size++;
        }

        void add(int slot, int life, int level) {
            add();
            int i = size - 1;
            slots[i] = slot;
            lives[i] = life;
            levels[i] = (byte) level;
            bases[i] = NONE;
            baseSent[i] = NONE;
            lastSent[i] = NONE;
            rests[i] = false;
            leaves[i] = false;
        }

        void move(Entries from, int at) {
            add();
            copy(from, at, size - 1);
        }

        void copy(Entries from, int at, int to) {
            slots[to] = from.slots[at];
            lives[to] = from.lives[at];
            levels[to] = from.levels[at];
            bases[to] = from.bases[at];
            baseSent[to] = from.baseSent[at];
            baseSentCounts[to] = from.baseSentCounts[at];
            lastSent[to] = from.lastSent[at];
            rests[to] = from.rests[at];
            leaves[to] = from.leaves[at];
        }

        void leave(int i) {
            if (!leaves[i]) {
                leaves[i] = true;
                lastSent[i] = NONE;
            }
        }
    }

    /** Whether the last choice of bodies is older than a time. If so, the next one begins now. */
    public boolean isDue(long nowNanos, long afterNanos) {
        boolean due = !wasChosen || nowNanos - chosenNanos >= afterNanos;
        if (due) {
            wasChosen = true;
            chosenNanos = nowNanos;
        }
        return due;
    }

    /**
     * Leaves out the bodies that matter least if the link does not carry them, and tries again later. Bodies of level 0
     * are always sent.
     *
     * @param isTooMuch whether the link carries less than what is sent at the lowest rate
     * @param isEasy whether it carries at least twice as much
     */
    public void adapt(boolean isTooMuch, boolean isEasy, long nowNanos) {
        long since = nowNanos - changedNanos;
        if (isTooMuch && highest > 0 && (leftOut > MOST_LEVEL || since >= SETTLE_NANOS)) {
            waitNanos = wasAdded ? Math.min(MOST_WAIT_NANOS, 2 * waitNanos) : waitNanos;
            wasAdded = false;
            leftOut = highest;
            changedNanos = nowNanos;
            wasChosen = false;
        } else if (isEasy && leftOut <= MOST_LEVEL && since >= waitNanos) {
            leftOut++;
            wasAdded = true;
            changedNanos = nowNanos;
            wasChosen = false;
        }
    }

    /** The number of the newest piece for this client; 0 before the first. */
    public long newest() {
        return number;
    }

    /** The number of bodies that the client is sent. */
    public int size() {
        return chosen;
    }

    /**
     * Sets which bodies the client is sent from now on.
     *
     * @param set a bit for each slot
     * @param levels for each slot in the set: it is sent in every {@code 1 << level}-th state
     */
    public void choose(State state, long[] set, byte[] levels) {
        next.size = 0;
        chosen = 0;
        highest = 0;
        int at = 0;
        for (int block = 0; block < Blocks.of(state.slots()); block++) {
            for (long left = set[block]; left != 0; left &= left - 1) {
                int slot = block * Blocks.SIZE + Long.numberOfTrailingZeros(left);
                at = leaveUpTo(at, slot);
                if (state.isAlive(slot) && levels[slot] < leftOut) {
                    highest = Math.max(highest, levels[slot]);
                    at = enter(at, slot, state.life(slot), levels[slot]);
                }
            }
        }
        leaveUpTo(at, Integer.MAX_VALUE);
        Entries old = entries;
        entries = next;
        next = old;
    }

    private int leaveUpTo(int from, int slot) {
        int at = from;
        for (; at < entries.size && entries.slots[at] < slot; at++) {
            entries.leave(at);
            next.move(entries, at);
        }
        return at;
    }

    private int enter(int at, int slot, int life, int level) {
        chosen++;
        if (at == entries.size || entries.slots[at] != slot) {
            next.add(slot, life, level);
            return at;
        }
        next.move(entries, at);
        int i = next.size - 1;
        next.lives[i] = life;
        next.levels[i] = (byte) level;
        if (next.leaves[i]) {
            next.leaves[i] = false;
            next.rests[i] = false;
            next.lastSent[i] = NONE;
        }
        return at + 1;
    }

    /**
     * Takes what the client has received.
     *
     * @param newest the lower bits of the number of its newest datagram
     * @param before a bit for each datagram before that, the lowest for the one before it
     */
    public void acknowledge(int newest, long[] before) {
        int kept = 0;
        for (int i = 0; i < entries.size; i++) {
            int base = fate(entries.baseSent[i], newest, before);
            if (base > 0) {
                entries.bases[i] = Math.max(entries.bases[i], entries.baseSentCounts[i]);
            }
            if (base != 0) {
                entries.baseSent[i] = NONE;
            }
            int last = fate(entries.lastSent[i], newest, before);
            if (last != 0) {
                entries.lastSent[i] = NONE;
            }
            entries.rests[i] |= last > 0;
            if (last <= 0 || !entries.leaves[i]) {
                entries.copy(entries, i, kept++);
            }
        }
        entries.size = kept;
    }

    /** Returns 1 if a datagram has arrived, -1 if it is lost, and 0 if that is not known. */
    private static int fate(long number, int newest, long[] before) {
        int age = newest - (int) number;
        if (number == NONE || age < 0) {
            return 0;
        }
        int bit = age - 1;
        return age == 0 || bit < ACKNOWLEDGED && (before[bit / Long.SIZE] >>> bit & 1) != 0 ? 1 : -1;
    }

    /**
     * Encodes what the client is sent of a state. There is at least one datagram.
     *
     * @param header its number is the highest one so far of any client. So this client's first one is above those that
     *     it may have acknowledged at another address
     */
    void encode(SharedBodies shared, State state, PieceHeader header, StateEncoder.ClientOutput output) {
        boolean hasInput = header.hasInput;
        header.number = number == NONE ? header.number + ACKNOWLEDGED : number;
        long turn = states++;
        header.piece = 0;
        shift = Math.min(31, 31 - Integer.numberOfLeadingZeros(Math.max(1, header.slots / Math.max(1, entries.size))));
        open(header, hasInput);
        for (int i = 0; i < entries.size; i++) {
            if (!entries.leaves[i] && !isThere(state, i)) {
                entries.leave(i);
                chosen--;
            }
            if (isDue(shared, i, turn)) {
                int before = bits.size();
                long base = entries.baseSent[i];
                long last = entries.lastSent[i];
                record(shared, i, header.number);
                if (bits.bytes() > MOST_BYTES) {
                    bits.back(before);
                    entries.baseSent[i] = base;
                    entries.lastSent[i] = last;
                    send(header, false, output);
                    header.piece++;
                    open(header, hasInput);
                    record(shared, i, header.number);
                }
                lastSlot = entries.slots[i];
                records++;
            }
        }
        send(header, true, output);
        number = header.number;
    }

    private boolean isThere(State state, int i) {
        return state.isAlive(entries.slots[i]) && state.life(entries.slots[i]) == entries.lives[i];
    }

    private boolean isDue(SharedBodies shared, int i, long turn) {
        if (entries.leaves[i]) {
            return true;
        }
        int slot = entries.slots[i];
        entries.rests[i] &= shared.isAtBaseline(slot) && entries.bases[i] == shared.count(slot);
        long mask = (1L << entries.levels[i]) - 1;
        boolean isNew = entries.bases[i] == NONE && entries.baseSent[i] == NONE;
        return isNew || !entries.rests[i] && (turn + slot & mask) == 0;
    }

    private void open(PieceHeader header, boolean hasInput) {
        header.hasInput = hasInput && header.piece == 0;
        header.number++;
        bits.clear();
        bits.put(shift, SHIFT_BITS);
        lastSlot = -1;
        records = 0;
    }

    private void record(SharedBodies shared, int i, long number) {
        int slot = entries.slots[i];
        distance(slot - lastSlot - 1);
        if (entries.leaves[i]) {
            bits.put(GONE, KIND_BITS);
            entries.lastSent[i] = entries.lastSent[i] == NONE ? number : entries.lastSent[i];
            return;
        }
        int level = entries.levels[i];
        int newest = shared.count(slot);
        int has = entries.bases[i];
        boolean hasNewest = has == newest;
        boolean hasOlder = has != NONE && has == newest - 1;
        boolean isSent = entries.baseSent[i] != NONE && entries.baseSentCounts[i] == newest;
        int kind = hasNewest || hasOlder && isSent ? HAS : hasOlder ? RENEWED : FRESH;
        int levelBits = level == 0 ? 1 : 1 + LEVEL_BITS;
        int count = kind == HAS ? has : newest;
        int rate = level == 0 ? 0 : 1 | level << 1;
        bits.put((count & 1) << levelBits + KIND_BITS | rate << KIND_BITS | kind, KIND_BITS + levelBits + 1);
        if (kind != HAS) {
            shared.copy(slot, SharedBodies.BASELINE, bits);
            if (!isSent) {
                entries.baseSent[i] = number;
                entries.baseSentCounts[i] = newest;
            }
        }
        shared.copy(slot, hasOlder ? SharedBodies.OLDER : SharedBodies.NEWER, bits);
        if (!hasNewest || !shared.isAtBaseline(slot)) {
            entries.lastSent[i] = NONE;
        } else if (entries.lastSent[i] == NONE) {
            entries.lastSent[i] = number;
        }
    }

    private void distance(int distance) {
        int unary = distance >>> shift;
        if (unary >= MOST_UNARY) {
            bits.put(-1, MOST_UNARY);
            bits.put(distance, SLOT_BITS);
        } else {
            long rest = distance & (1L << shift) - 1;
            bits.put(rest << unary + 1 | (1L << unary) - 1, unary + 1 + shift);
        }
    }

    private void send(PieceHeader header, boolean isLast, StateEncoder.ClientOutput output) {
        header.isLastOfClient = isLast;
        header.records = records;
        writer.open(bytes, 0);
        header.write(writer);
        bits.write(bytes, writer.position());
        datagram.limit(writer.position() + bits.bytes()).position(0);
        output.piece(datagram, isLast && header.piece == 0 && records > 0);
    }
}
