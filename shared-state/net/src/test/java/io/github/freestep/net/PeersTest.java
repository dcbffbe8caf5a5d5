package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.net.link.LossMeter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeersTest {
    private static final int STREAM_HEADER = 7;

    private final InetSocketAddress address = VirtualLine.client(0);
    private final InetSocketAddress other = VirtualLine.client(1);
    private final List<Throwable> errors = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();
    private final List<Long> named = new ArrayList<>();
    private boolean isFull;
    private boolean isDown;
    private final Peers peers = new Peers(new Socket(), 0, errors::add);

    /** Notes the kind and the content of what is sent. */
    private final class Socket implements SendOnly {
        @Override
        public boolean send(ByteBuffer datagram, SocketAddress peer) throws IOException {
            if (isDown) {
                throw new IOException("unreachable");
            }
            if (isFull) {
                return false;
            }
            byte kind = Peers.kind(datagram);
            if (kind == Peers.PIECE) {
                named.add(Peers.sentUpTo(datagram));
            }
            sent.add(kind + ":" + (peer.equals(address) ? "first" : "other") + ":" + datagram.remaining());
            return true;
        }
    }

    private static ByteBuffer bytes(int count) {
        return ByteBuffer.allocate(count);
    }

    @Test
    void aStateIsSentAsChosen() {
        peers.admit(address);
        peers.admit(other);
        peers.sendPiece(bytes(50), false);
        peers.sendPiece(bytes(50), true);
        assertEquals(
                List.of("3:first:50", "3:other:50", "3:first:50", "3:other:50"), sent, "before anything is chosen");
        sent.clear();
        peers.beginState(address, 0, false);
        peers.beginState(other, 2, false);
        peers.sendPiece(bytes(50), false);
        peers.sendPiece(bytes(50), true);
        assertEquals(List.of("3:other:50", "3:other:50"), sent);
        sent.clear();
        peers.beginState(other, 0, true);
        peers.sendPiece(bytes(50), true);
        peers.dismiss(other);
        peers.sendPiece(bytes(50), true);
        assertEquals(List.of("3:other:50"), sent);
    }

    @Test
    void aPieceIsCountedForItsPeerOnly() {
        peers.admit(address);
        peers.admit(other);
        peers.sendPiece(bytes(50), address);
        assertEquals(Peers.pieceBytes(50) - LossMeter.UDP_BYTES, peers.sentBytes(address));
        assertEquals(0, peers.sentBytes(other));
        assertEquals(0, peers.commonBytes());
        assertEquals(0, peers.dropped());
    }

    @Test
    void theStreamGoesToAll() {
        peers.admit(address);
        peers.admit(other);
        peers.sendToAll(bytes(100));
        peers.send(Peers.TO_CLIENT, bytes(70), VirtualLine.client(2));
        assertEquals(List.of("4:first:100", "4:other:100", "2:other:70"), sent);
        assertEquals(STREAM_HEADER + 100 + LossMeter.UDP_BYTES, peers.commonBytes());
        assertEquals(STREAM_HEADER + 100, peers.sentBytes(address));
    }

    @Test
    void atMostWhatWasSentIsRepeatedAndOnlyToAPeer() {
        peers.admit(address);
        peers.repeat(bytes(100), address);
        assertEquals(List.of(), sent);
        peers.sendToAll(bytes(100));
        sent.clear();
        peers.repeat(bytes(100), other);
        peers.repeat(bytes(100), address);
        peers.repeat(bytes(100), address);
        assertEquals(List.of("4:first:100"), sent);
        assertEquals(2 * (STREAM_HEADER + 100), peers.sentBytes(address));
    }

    /** The peer knows of the dropped piece by the bytes that the next one names. */
    @Test
    void aFullSocketDropsPieces() {
        isFull = true;
        peers.admit(address);
        peers.sendPiece(bytes(50), address);
        peers.sendPiece(bytes(50), address);
        assertEquals(2, peers.dropped());
        isFull = false;
        peers.sendPiece(bytes(50), address);
        assertEquals(2, peers.dropped());
        assertEquals(List.of(3L * Peers.pieceBytes(50)), named);
    }

    /** One whose address cannot be reached does not keep pieces from others. */
    @Test
    void anErrorOfTheSocketIsReported() {
        isDown = true;
        peers.admit(address);
        peers.sendPiece(bytes(50), address);
        assertEquals(1, errors.size());
        assertEquals(0, peers.dropped());
    }

    @Test
    void whatHasNoMarkOrNoContentIsNoDatagramOfOurs() {
        ByteBuffer datagram = ByteBuffer.allocate(8)
                .putInt(Peers.MARK)
                .put(Peers.PIECE)
                .putShort((short) 65_535)
                .put((byte) 7);
        for (int length = 0; length < 8; length++) {
            assertEquals(0, Peers.kind(datagram.position(0).limit(length)));
        }
        assertEquals(Peers.PIECE, Peers.kind(datagram.position(0).limit(8)));
        assertEquals(-1, Peers.sentUpTo(datagram), "cut off");
        assertEquals(0, Peers.kind(datagram.put(1, (byte) 'X').position(0)));
    }
}
