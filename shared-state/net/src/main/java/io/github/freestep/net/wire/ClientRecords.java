package io.github.freestep.net.wire;

import io.github.freestep.net.wire.PieceEncoder.Piece;
import io.github.freestep.net.wire.StateRing.Entry;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import org.jspecify.annotations.Nullable;

/**
 * Writes bodies of the newest state into the datagrams of one client after another. For one thread; allocates nothing.
 */
final class ClientRecords {
    final SentStates states;
    private final PieceEncoder encoder;
    private final RecordCoder records;
    private final Piece piece = new Piece();
    private PieceHeader header;
    private ClientMemory client;
    private DatagramOutput output;
    private boolean hasRecords;

    /** The slots of the bodies in the state that the header refers to. */
    final long[] earlier;

    ClientRecords(StateLayout layout, SentStates states, PieceEncoder encoder) {
        this.states = states;
        this.encoder = encoder;
        records = new RecordCoder(encoder.models, encoder.coder);
        earlier = new long[Blocks.of(layout.capacity())];
    }

    /** Begins the first datagram of the state, for which the earlier bodies are set. */
    void begin(ClientMemory to, PieceHeader into, DatagramOutput by) {
        client = to;
        header = into;
        output = by;
        hasRecords = false;
        open(0);
    }

    private void open(int firstSlot) {
        header.hasInput &= firstSlot == 0;
        encoder.open(piece, header, firstSlot);
        records.begin(firstSlot, header.slots, earlier);
    }

    /** Sends the datagram. It ends after its last record, so nothing follows that. */
    private void send(int endSlot) {
        boolean isOnly = header.firstSlot == 0 && endSlot == header.slots;
        header.rests = isOnly && !hasRecords && states.isSame(header.age);
        if (client.leavesOut(header.rests)) {
            return;
        }
        client.send(header.firstSlot, endSlot);
        encoder.close(piece, header, endSlot);
        piece.send((int) client.newest(), isOnly, output);
        header.since++;
    }

    /** Sends the last datagram. */
    void end() {
        write(header.slots, 0, BlockModels.ABSENT, null);
        send(header.slots);
    }

    /** Adds that the client is not sent a body any more. */
    void leave(int slot) {
        add(slot, records.level, BlockModels.ABSENT, null);
    }

    /**
     * Adds a body.
     *
     * @param from the states from which it is encoded, see {@link BlockModels}
     * @param rested the ints of its block where the client knows that it rested, if it is encoded from them
     * @return how many bytes that takes
     */
    int add(int slot, int level, int from, int @Nullable [] rested) {
        hasRecords = true;
        return write(slot, level, from, rested);
    }

    private int write(int slot, int level, int from, int @Nullable [] rested) {
        int before = encoder.coder.size();
        int next = records.slot;
        encode(slot, level, from, rested);
        if (!encoder.keeps()) {
            send(next);
            open(next);
            before = encoder.coder.size();
            encode(slot, level, from, rested);
            encoder.keeps();
        }
        return encoder.coder.size() - before;
    }

    private void encode(int slot, int level, int from, int @Nullable [] rested) {
        if (slot == header.slots) {
            // The end of the state. A datagram whose last record is that of the last slot has no other end.
            if (records.slot < slot) {
                records.slot(slot);
            }
            return;
        }
        records.slot(slot);
        records.record(level, from, states.isResting(slot));
        if (from == BlockModels.ABSENT) {
            return;
        }
        Entry newest = states.newest;
        Entry newer = before(newest, BlockModels.newer(from));
        Entry older = newer == newest ? newest : before(newest, BlockModels.older(from));
        int block = slot / Blocks.SIZE;
        int[] a = newer == newest ? rested : newer.ints(block);
        int[] b = older == newest ? null : older.ints(block);
        int ticks = (int) (newest.tick - newer.tick);
        encoder.bodies.body(slot, newest.ints(block), a, b, ticks, (int) (newer.tick - older.tick));
    }

    private Entry before(Entry newest, int states) {
        return this.states.ring.find(newest.number - states);
    }
}
