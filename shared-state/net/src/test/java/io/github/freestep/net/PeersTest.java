package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.net.link.LossMeter;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.session.ClientStatus;
import io.github.freestep.net.session.MessageLane;
import io.github.freestep.net.session.Peers;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.session.StatePace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeersTest {
    private final InetSocketAddress address = SenderRig.client(0);
    private final InetSocketAddress other = SenderRig.client(1);
    private final List<Throwable> errors = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();
    private final List<Integer> named = new ArrayList<>();
    private SendOnly socket = this::take;
    private final ServerLink link = ServerLink.of(1, SenderRig.KEY, 0, null, ServerLink.Limits.NONE);
    private final ClientStatus client =
            new ClientStatus(SenderRig.keys(1), address, new MessageLane(), new StatePace(Double.POSITIVE_INFINITY));
    private final Peers peers = new Peers((datagram, to) -> socket.send(datagram, to), 0, errors::add);

    /** Notes the kind and the content of what is sent. */
    private boolean take(ByteBuffer datagram, SocketAddress peer) {
        ByteBuffer piece = peer.equals(address) ? SenderRig.opened(datagram) : null;
        byte kind = RoomHeader.kind(datagram);
        if (piece != null) {
            named.add(piece.getInt());
        }
        sent.add(kind + ":" + (piece == null ? "other" : "first") + ":" + datagram.remaining());
        return true;
    }

    @Test
    void aPieceIsCountedForItsClientOnly() {
        peers.sendPiece(ByteBuffer.allocate(58), client, link);
        peers.send(RoomHeader.TO_CLIENT, ByteBuffer.allocate(70), other);
        assertEquals(List.of("3:first:" + (58 + ServerLink.OVERHEAD), "2:other:70"), sent);
        assertEquals(Peers.pieceBytes(58 + ServerLink.OVERHEAD) - LossMeter.UDP_BYTES, client.sentBytes);
    }

    /** The client knows of the dropped piece by the bytes that the next one names. */
    @Test
    void aFullSocketDropsPieces() {
        socket = (datagram, to) -> false;
        peers.sendPiece(ByteBuffer.allocate(58), client, link);
        peers.sendPiece(ByteBuffer.allocate(58), client, link);
        socket = this::take;
        peers.sendPiece(ByteBuffer.allocate(58), client, link);
        assertEquals(List.of(2 * 3 * Peers.pieceBytes(58 + ServerLink.OVERHEAD)), named);
    }

    /** One whose address cannot be reached does not keep pieces from others. */
    @Test
    void anErrorOfTheSocketIsReported() {
        socket = (datagram, to) -> {
            throw new IOException("unreachable");
        };
        peers.sendPiece(ByteBuffer.allocate(58), client, link);
        assertEquals(1, errors.size());
    }

    @Test
    void whatHasNoMarkOrNoContentIsNoDatagramOfOurs() {
        ByteBuffer datagram = ByteBuffer.allocate(8)
                .putInt(RoomHeader.MARK)
                .put(RoomHeader.PIECE)
                .putShort((short) 65_535)
                .put((byte) 7);
        for (int length = 0; length < 8; length++) {
            assertEquals(0, RoomHeader.kind(datagram.position(0).limit(length)));
        }
        assertEquals(RoomHeader.PIECE, RoomHeader.kind(datagram.position(0).limit(8)));
        assertEquals(0, RoomHeader.kind(datagram.put(1, (byte) 'X').position(0)));
    }
}
