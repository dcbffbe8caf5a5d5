package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeersTest {
    private final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    private final Peers peers = new Peers((datagram, source) -> {});

    private void send(int type, int length, long number) {
        ByteBuffer datagram = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        datagram.putShort(HeaderFlyweight.TYPE_FIELD_OFFSET, (short) type);
        if (number != 0) {
            datagram.putLong(DataHeaderFlyweight.RESERVED_VALUE_OFFSET, number);
        }
        assertEquals(length, peers.sendToAll(datagram));
    }

    /** Any client can make a sender send SETUPs. */
    @Test
    void onlyDataCountsAsSentToAll() {
        peers.admit(address);
        send(HeaderFlyweight.HDR_TYPE_SETUP, SetupFlyweight.HEADER_LENGTH, 0);
        send(HeaderFlyweight.HDR_TYPE_DATA, 100, 2);
        assertEquals(0, peers.commonBytes());
        send(HeaderFlyweight.HDR_TYPE_DATA, 100, 0);
        send(HeaderFlyweight.HDR_TYPE_DATA, DataHeaderFlyweight.HEADER_LENGTH, 0);
        assertEquals(100 + DataHeaderFlyweight.HEADER_LENGTH + 2 * Peers.UDP_BYTES, peers.commonBytes());
        assertEquals(SetupFlyweight.HEADER_LENGTH + 200 + DataHeaderFlyweight.HEADER_LENGTH, peers.sentBytes(address));
    }

    private static ByteBuffer piece(long sentUpToIt, int... payload) {
        ByteBuffer datagram = ByteBuffer.allocate(100).put(new byte[] {'F', 'R', 'S', 'T', 2});
        datagram.putLong(sentUpToIt);
        for (int each : payload) {
            datagram.put((byte) each);
        }
        return datagram;
    }

    @Test
    void piecesComeFromPeersOnly() {
        List<Integer> taken = new ArrayList<>();
        Peers receiving = new Peers((datagram, source) -> {}, piece -> taken.add((int) piece.get()));
        LossMeter meter = new LossMeter();
        receiving.meter(meter);
        InetSocketAddress stranger = new InetSocketAddress(InetAddress.getLoopbackAddress(), 2);
        receive(receiving, piece(100, 7), address);
        receiving.admit(address);
        receive(receiving, piece(100, 7), stranger);
        assertEquals(List.of(), taken);
        assertEquals(2, receiving.ignored());
        receive(receiving, piece(1_000, 8), address);
        receive(receiving, piece(2_000, 9), address);
        assertEquals(List.of(8, 9), taken);
        assertEquals(2 * Peers.pieceBytes(1), meter.arrived());
        assertEquals(1_000 + Peers.pieceBytes(1), meter.sent());
    }

    /** Each has the mark, and is too short for its kind, or has none. */
    @Test
    void cutPiecesAreIgnored() {
        List<ByteBuffer> taken = new ArrayList<>();
        Peers receiving = new Peers((datagram, source) -> {}, taken::add);
        receiving.admit(address);
        for (int length = 4; length < 13; length++) {
            ByteBuffer cut = piece(1, 7);
            cut.position(length);
            receive(receiving, cut, address);
        }
        receive(receiving, piece(1, 7).put(4, (byte) 3), address);
        assertEquals(List.of(), taken);
    }

    private static void receive(Peers peers, ByteBuffer datagram, InetSocketAddress source) {
        boolean[] came = new boolean[1];
        ByteBuffer buffer = ByteBuffer.allocate(2_000);
        peers.receive(
                into -> {
                    if (came[0]) {
                        return null;
                    }
                    came[0] = true;
                    into.clear().put(datagram.flip());
                    return source;
                },
                buffer);
    }

    @Test
    void aPieceIsCountedForItsPeerOnly() {
        InetSocketAddress other = new InetSocketAddress(InetAddress.getLoopbackAddress(), 2);
        peers.admit(address);
        peers.admit(other);
        peers.sendPiece(ByteBuffer.allocate(50), address);
        assertEquals(Peers.pieceBytes(50) - Peers.UDP_BYTES, peers.sentBytes(address));
        assertEquals(0, peers.sentBytes(other));
        assertEquals(0, peers.commonBytes());
        assertEquals(0, peers.droppedPieces());
    }

    /** The peer knows of the dropped piece by the bytes that the next one names. */
    @Test
    void aFullSocketDropsPieces() {
        boolean[] isFull = {true};
        List<Long> named = new ArrayList<>();
        peers.opened(
                (datagram, to) -> {
                    if (isFull[0]) {
                        return 0;
                    }
                    named.add(datagram.getLong(5));
                    return datagram.remaining();
                },
                error -> {
                    throw new AssertionError(error);
                });
        peers.admit(address);
        peers.sendPiece(ByteBuffer.allocate(50), address);
        peers.sendPiece(ByteBuffer.allocate(50), address);
        assertEquals(2, peers.droppedPieces());
        isFull[0] = false;
        peers.sendPiece(ByteBuffer.allocate(50), address);
        assertEquals(2, peers.droppedPieces());
        assertEquals(List.of(3L * Peers.pieceBytes(50)), named);
    }

    /** One whose address cannot be reached does not keep pieces from others. */
    @Test
    void anErrorOfTheSocketIsReported() {
        List<Throwable> errors = new ArrayList<>();
        peers.opened(
                (datagram, to) -> {
                    throw new IOException("unreachable");
                },
                errors::add);
        peers.admit(address);
        peers.sendPiece(ByteBuffer.allocate(50), address);
        assertEquals(1, errors.size());
        assertEquals(0, peers.droppedPieces());
    }
}
