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
 * <p>A block of which the client has no state takes several times as many bytes. So a client that has no state,
 * because its link is silent or it has just joined, is sent many whole blocks only four times per second. If its link
 * does not carry them, it is sent some each time, one after the other: what fills a queue delays the acknowledgements,
 * and everything would be sent again.
 */
public final class ClientBlocks extends ClientMemory {
    /** How often a client is sent blocks that it does not have, at most, if they are many. */
    private static final double WHOLE_NANOS = 250_000_000;

    /** If they take fewer bytes than this together, they may come more often: it is what 4,000 bodies take. */
    private static final double MOST_BYTES = 64 << 10;

    /** About the bytes of an int of such a body. */
    private static final double INT_BYTES = 1.5;

    /** A large world has the datagrams of so many whole states on their way. */
    private static final int WHOLE_STATES = 8;

    private final double blockBytes;

    /** By block, the sets of states. */
    private final long[] sent;

    private final long[] has;

    /** How many bytes of blocks that it does not have the client may be sent now. */
    private double credit = Double.MAX_VALUE;

    private long creditNanos;

    /** The first block of those that are sent next, if the link does not carry all at once. */
    private int next;

    /** How many bytes per second of such blocks the link carries. */
    public double mostPerSecond = Double.POSITIVE_INFINITY;

    /** Creates the memory of a client that has nothing yet. */
    public ClientBlocks(StateLayout layout) {
        super((int) (WHOLE_STATES * blockBytes(layout) * Blocks.of(layout.capacity()) / Datagrams.MAX_DATAGRAM));
        blockBytes = blockBytes(layout);
        sent = new long[Blocks.of(layout.capacity())];
        has = new long[sent.length];
    }

    private static double blockBytes(StateLayout layout) {
        return new BodyFields(layout).block * INT_BYTES;
    }

    /**
     * Begins a state, and finds out from which states to encode its blocks.
     *
     * @param header that of the state
     * @param nowNanos the time by which whole blocks are due
     * @param from gets the states of each block, see {@link BlockModels#from}
     */
    void begin(PieceHeader header, SentStates states, long nowNanos, int[] from) {
        long state = header.state;
        int used = Blocks.of(header.slots);
        long kept = next(state, states);
        double bytes = 0;
        for (int block = 0; block < used; block++) {
            has[block] &= kept;
            from[block] = from(has[block], state, states.apart, true);
            bytes += from[block] == BlockModels.NOTHING ? blockBytes : 0;
            sent[block] = sent[block] & kept | 1L << state;
        }
        double most = Math.min(Math.max(MOST_BYTES, used * blockBytes), mostPerSecond * WHOLE_NANOS * 1e-9);
        credit = Math.min(most, credit + most / WHOLE_NANOS * Math.max(0, nowNanos - creditNanos));
        creditNanos = nowNanos;
        // All at once if the link carries them, because a state that lacks bodies is of less use than a later one.
        boolean isDue = credit >= Math.min(bytes, most);
        int first = next;
        for (int i = 0; i < used && bytes > 0; i++) {
            int block = (first + i) % used;
            if (from[block] != BlockModels.NOTHING) {
                continue;
            }
            if (isDue && credit > 0) {
                credit -= blockBytes;
                next = block + 1;
            } else {
                from[block] = BlockModels.ABSENT;
                sent[block] &= ~(1L << state);
            }
        }
    }

    /** The client has the blocks of which all slots have arrived. */
    @Override
    void arrived(SentStates states, Entry state, int firstSlot, int endSlot) {
        int endBlock = endSlot == state.slots ? Blocks.of(endSlot) : endSlot / Blocks.SIZE;
        for (int block = Blocks.of(firstSlot); block < endBlock; block++) {
            has[block] |= sent[block] & 1L << state.number;
        }
    }
}
