package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.wire.StateRing.Entry;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;

/**
 * Which blocks of the newest states one client has, of those that are sent to all. A block is encoded as its difference
 * from the newest state of which the client has acknowledged it, so whatever is lost, the next state repairs it. For
 * one thread. Allocates nothing once made.
 *
 * <p>A block of which the client has no state takes several times as many bytes. So a client that has
 * none, because its link is silent or it has just joined, is sent them only a few times per second.
 */
public final class ClientBlocks extends ClientMemory {
    /** How often a client is sent blocks that it does not have, at most, if they are many. */
    private static final double WHOLE_NANOS = 250_000_000;

    /** If they take fewer bytes than this together, they may come more often: it is what 4,000 bodies take. */
    private static final double MOST_BYTES = 64 << 10;

    /** About the bytes of an int of such a body. */
    private static final double INT_BYTES = 1.5;

    /** More datagrams than are on their way at a time. */
    private static final int DATAGRAMS = 4 * ACKNOWLEDGED;

    /** The states of even numbers, in a set whose lowest bit is that of an even one. */
    private static final long EVEN = 0x5555_5555_5555_5555L;

    private final double blockBytes;

    /**
     * By block, sets of states by their {@linkplain StateRing#place places}: those that the client was sent, and those
     * that it has.
     */
    private final long[] sent;

    private final long[] has;

    /** By the lower bits of the number of a datagram: its state, its slots, and whether it has arrived. */
    private final long[] states = new long[DATAGRAMS];

    private final int[] firsts = new int[DATAGRAMS];
    private final int[] ends = new int[DATAGRAMS];
    private final boolean[] arrived = new boolean[DATAGRAMS];

    /** The newest state that the client was sent. */
    private long newestState;

    /** How many bytes of blocks that it does not have the client may be sent now. */
    private double credit = Double.MAX_VALUE;

    private long creditNanos;

    int newBytes;

    /** Creates the memory of a client that has nothing yet. */
    public ClientBlocks(StateLayout layout) {
        blockBytes = new BodyFields(layout).block * INT_BYTES;
        sent = new long[Blocks.of(layout.capacity())];
        has = new long[sent.length];
    }

    @Override
    public int newBytes() {
        return newBytes;
    }

    /**
     * Begins a state, and finds out from which states to encode its blocks.
     *
     * @param header that of the state
     * @param apart the older state that a block is encoded from was sent so many states before the newer one, at least
     * @param nowNanos the time by which whole blocks are due
     * @param from gets the states of each block, see {@link BlockModels#from}
     */
    void begin(PieceHeader header, int apart, long nowNanos, int[] from) {
        long state = header.state;
        newBytes = 0;
        if (acknowledges) {
            acknowledges = false;
            for (int i = ACKNOWLEDGED; i >= 0; i--) {
                take(acknowledged - i, header.ring);
            }
        }
        int used = Blocks.of(header.slots);
        forget(state, used);
        double bytes = 0;
        for (int block = 0; block < used; block++) {
            from[block] = from(has[block], state, apart);
            bytes += from[block] == BlockModels.NOTHING ? blockBytes : 0;
            sent[block] |= 1L << state;
        }
        double most = Math.max(MOST_BYTES, used * blockBytes);
        credit = Math.min(most, credit + most / WHOLE_NANOS * Math.max(0, nowNanos - creditNanos));
        creditNanos = nowNanos;
        // All at once, because a state that lacks bodies is of less use than a later one.
        if (credit < bytes) {
            leaveOut(state, used, from);
        } else {
            credit -= bytes;
        }
    }

    /** Leaves out the blocks that the client does not have. */
    private void leaveOut(long state, int used, int[] from) {
        for (int block = 0; block < used; block++) {
            if (from[block] == BlockModels.NOTHING) {
                from[block] = BlockModels.ABSENT;
                sent[block] &= ~(1L << state);
            }
        }
    }

    /** Forgets the states that are too old by now. */
    private void forget(long state, int used) {
        long passed = Math.min(StateRing.STATES, state - newestState);
        long kept = passed == StateRing.STATES ? 0 : ~Long.rotateLeft((1L << passed) - 1, (int) newestState + 1);
        newestState = state;
        for (int block = 0; block < used; block++) {
            has[block] &= kept;
            sent[block] &= kept;
        }
    }

    /** Returns the states to encode a block from, of those that the client has. */
    private static int from(long has, long state, int apart) {
        // From here on, the highest bit is that of the state before.
        long all = Long.rotateRight(has, (int) state);
        // If many states are sent, most clients then need the same.
        long even = apart == 1 ? 0 : all & ((state & 1) == 0 ? EVEN : ~EVEN);
        int newer = 1 + Long.numberOfLeadingZeros(even == 0 ? all : even);
        if (newer > StateRing.STATES - 1) {
            return BlockModels.NOTHING;
        }
        int least = newer + apart;
        long before = least >= StateRing.STATES ? 0 : all << least - 1;
        int older = least + Long.numberOfLeadingZeros(before);
        return BlockModels.from(newer, before == 0 || older >= StateRing.STATES ? 0 : older);
    }

    /** Notes a datagram of the state. */
    void send(int firstSlot, int endSlot) {
        number++;
        int at = (int) number & DATAGRAMS - 1;
        states[at] = newestState;
        firsts[at] = firstSlot;
        ends[at] = endSlot;
        arrived[at] = false;
    }

    /** Notes that a datagram has arrived, if it has: the client has the blocks of which all slots have arrived. */
    private void take(int datagram, StateRing ring) {
        int at = datagram & DATAGRAMS - 1;
        Entry state = isKept(datagram) && !arrived[at] && fate(datagram) > 0 ? ring.find(states[at]) : null;
        if (state == null) {
            return;
        }
        arrived[at] = true;
        int first = firsts[at];
        for (int i = datagram - 1; hasArrived(i, states[at]); i--) {
            first = firsts[i & DATAGRAMS - 1];
        }
        int end = ends[at];
        for (int i = datagram + 1; hasArrived(i, states[at]); i++) {
            end = ends[i & DATAGRAMS - 1];
        }
        boolean isLast = end == state.slots;
        int endBlock = isLast ? Blocks.of(end) : end / Blocks.SIZE;
        for (int block = Blocks.of(first); block < endBlock; block++) {
            has[block] |= sent[block] & 1L << states[at];
        }
    }

    private boolean isKept(int datagram) {
        return Integer.compareUnsigned((int) number - datagram, DATAGRAMS) < 0;
    }

    private boolean hasArrived(int datagram, long state) {
        int at = datagram & DATAGRAMS - 1;
        return isKept(datagram) && arrived[at] && states[at] == state;
    }
}
