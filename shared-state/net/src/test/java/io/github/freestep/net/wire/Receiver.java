package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Decodes what an encoder sends, as a follower does, and keeps the values that it knows. */
final class Receiver implements DatagramOutput {
    final StateLayout layout;
    final BaselineStore store;
    final PieceDecoder decoder;
    final BaselineHeader baselineHeader = new BaselineHeader();
    final PieceHeader header = new PieceHeader();
    final double[][] values;
    final int[] epochs;
    final int[] bonds;

    /** The slots whose values came with the pieces since the last {@link #clear}. */
    final boolean[] current;

    /** The datagrams since the last {@link #clear}. */
    final List<byte[]> pieces = new ArrayList<>();

    final List<byte[]> baselines = new ArrayList<>();

    Receiver(StateLayout layout) {
        this.layout = layout;
        store = new BaselineStore(layout);
        decoder = new PieceDecoder(layout, store);
        epochs = new int[layout.capacity()];
        bonds = new int[layout.capacity()];
        current = new boolean[layout.capacity()];
        values = new double[3 + decoder.others.length][layout.capacity()];
    }

    @Override
    public void baseline(ByteBuffer datagram) {
        baselines.add(bytes(datagram));
    }

    @Override
    public void piece(ByteBuffer datagram) {
        pieces.add(bytes(datagram));
    }

    static byte[] bytes(ByteBuffer datagram) {
        byte[] bytes = new byte[datagram.remaining()];
        datagram.get(bytes);
        assertTrue(bytes.length <= Datagrams.MAX_DATAGRAM, () -> "the datagram has " + bytes.length + " bytes");
        return bytes;
    }

    void clear() {
        pieces.clear();
        baselines.clear();
        Arrays.fill(current, false);
    }

    /** Takes all baselines and pieces that came since the last call. */
    void takeAll() {
        baselines.forEach(datagram -> assertTrue(takeBaseline(datagram)));
        Arrays.fill(current, false);
        pieces.forEach(datagram -> assertTrue(takePiece(datagram)));
        pieces.clear();
        baselines.clear();
    }

    boolean takeBaseline(byte[] datagram) {
        if (!baselineHeader.read(datagram, 0, datagram.length)
                || !store.decode(datagram, 0, datagram.length, baselineHeader, false)) {
            return false;
        }
        store.store(baselineHeader);
        return true;
    }

    boolean takePiece(byte[] datagram) {
        if (!header.read(datagram, 0, datagram.length) || !decoder.decode(datagram, 0, datagram.length, header)) {
            return false;
        }
        int slot = header.firstSlot;
        while (slot < header.endSlot) {
            int block = slot / Blocks.SIZE;
            int end = Math.min((block + 1) * Blocks.SIZE, header.endSlot);
            if (decoder.baseline(block) > 0) {
                decoder.fill(block);
            }
            for (; slot < end; slot++) {
                if (decoder.baseline(block) != PieceDecoder.UNKNOWN) {
                    copy(slot);
                }
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
