package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.DecodedBodies;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.wire.StateRing.Entry;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Decodes what an encoder sends, as a follower does, and keeps the values that it knows. */
final class Receiver implements DatagramOutput {
    final StateLayout layout;
    final ReceivedBlocks received;
    final DecodedPieces decoded = new DecodedPieces();
    final DecodedBodies decoder;
    final RunHeader runHeader = new RunHeader();
    final PieceHeader header = new PieceHeader();

    /** What the sender knows of it. */
    ClientBlocks client;

    final double[][] values;
    final int[] epochs;
    final int[] bonds;

    /** The slots whose values came with the pieces since the last {@link #clear}. */
    final boolean[] current;

    /** Whether the newest state was left out, because nothing has changed. */
    private boolean isSame;

    /** The datagrams since the last {@link #clear}. */
    final List<byte[]> pieces = new ArrayList<>();

    final List<byte[]> runs = new ArrayList<>();

    Receiver(StateLayout layout) {
        this.layout = layout;
        received = new ReceivedBlocks(layout);
        decoder = new DecodedBodies(layout);
        client = new ClientBlocks(layout);
        header.ring = received.ring;
        epochs = new int[layout.capacity()];
        bonds = new int[layout.capacity()];
        current = new boolean[layout.capacity()];
        values = new double[3 + decoder.others.length][layout.capacity()];
    }

    @Override
    public void stream(ByteBuffer datagram) {
        runs.add(bytes(datagram));
    }

    @Override
    public void piece(ByteBuffer datagram) {
        pieces.add(bytes(datagram));
    }

    @Override
    public void copy(ByteBuffer datagram) {
        piece(datagram);
    }

    static byte[] bytes(ByteBuffer datagram) {
        byte[] bytes = new byte[datagram.remaining()];
        datagram.get(bytes);
        assertTrue(bytes.length <= Datagrams.MAX_DATAGRAM, () -> "the datagram has " + bytes.length + " bytes");
        return bytes;
    }

    void clear() {
        pieces.clear();
        runs.clear();
        Arrays.fill(current, false);
    }

    /** Lets an encoder send it a state. */
    void send(StateEncoder encoder, State state, long stampNanos) {
        encoder.begin(state, stampNanos, this);
        int before = pieces.size();
        encoder.encode(client, this);
        isSame = pieces.size() == before;
    }

    /** Takes all datagrams that came since the last call, and acknowledges what it has decoded. */
    void takeAll() {
        take();
        acknowledge();
    }

    /** Takes all datagrams that came since the last call. */
    void take() {
        runs.forEach(this::takeRun);
        if (!isSame) {
            Arrays.fill(current, false);
        }
        pieces.forEach(datagram -> assertTrue(takePiece(datagram)));
        pieces.clear();
        runs.clear();
    }

    void acknowledge() {
        client.acknowledge((int) decoded.newest, decoded.before());
    }

    /** Whether it knows of a run. */
    boolean hasRun() {
        return received.grid() != null;
    }

    void takeRun(byte[] datagram) {
        assertTrue(runHeader.read(datagram, 0, datagram.length));
        if (!hasRun()) {
            received.beginRun(PoseGrid.decoded(runHeader.shift, runHeader.turns));
        }
    }

    boolean takePiece(byte[] datagram) {
        assertTrue(header.read(datagram, 0, datagram.length));
        long number = decoded.number(header.lower);
        if (!decoded.has(number) && !received.decode(datagram, datagram.length, header)) {
            return false;
        }
        decoded.add(number);
        for (int slot = header.firstSlot; slot < header.endSlot; slot++) {
            int block = slot / Blocks.SIZE;
            Entry state = received.ring.find(header.state);
            if ((received.come(state, block) >>> slot & 1) != 0) {
                received.copy(state.block(block), slot, decoder);
                copy(slot);
            }
        }
        return true;
    }

    private void copy(int slot) {
        current[slot] = true;
        epochs[slot] = decoder.epochs[slot];
        bonds[slot] = decoder.bonds[slot];
        for (int i = 0; i < 3; i++) {
            values[i][slot] = decoder.places[i][slot];
        }
        for (int i = 0; i < decoder.others.length; i++) {
            values[3 + i][slot] = decoder.others[i][slot];
        }
    }
}
