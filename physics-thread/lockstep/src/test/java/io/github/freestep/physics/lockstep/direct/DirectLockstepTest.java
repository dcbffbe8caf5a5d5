package io.github.freestep.physics.lockstep.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.UdpTransport;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.SequencerTransport;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class DirectLockstepTest {
    private static final byte[] KEY = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private static final int LONGEST_REPLY = LockstepTransport.MAX_PACKET - "reply to ".length();

    private final int port = FreePorts.inARow(1);
    private final Map<Long, String> received = new LinkedHashMap<>();
    private final List<String> replies = new ArrayList<>();

    @Test
    void everyPeerGetsItsOwnReplies() {
        try (SequencerTransport server = here().listen();
                LockstepTransport first = here().connect();
                LockstepTransport second = here().connect()) {
            await(() -> exchange(server, first, "first", "reply to first"));
            await(() -> exchange(server, second, "second", "reply to second"));
            assertEquals(2, received.size(), received::toString);
            await(() -> exchange(server, second, "second", "reply to second")
                    && exchange(server, first, "first", "reply to first")
                    && server.toString().equals("listening at 127.0.0.1:" + port + ", peers: 2"));
            assertEquals("connected to 127.0.0.1:" + port, first.toString());
        }
    }

    @Test
    void theLargestPacketArrivesEncrypted() {
        String large = "x".repeat(LockstepTransport.MAX_PACKET);
        try (SequencerTransport server = here().key(KEY).listen();
                LockstepTransport stranger = here().connect();
                LockstepTransport peer = here().key(KEY).connect()) {
            await(() -> {
                stranger.send(packet("forged"));
                return exchange(server, peer, large, "reply to " + large.substring(9));
            });
            assertEquals(List.of(large), List.copyOf(received.values()));
        }
    }

    @Test
    void goesOverTransportsOfTheUserWhichStayOpen() throws Exception {
        InetSocketAddress at = new InetSocketAddress("127.0.0.1", port);
        try (UdpTransport atServer = UdpTransport.listen("127.0.0.1", port);
                UdpTransport atPeer = UdpTransport.to(at.getAddress())) {
            try (SequencerTransport server =
                            DirectLockstep.over(atServer).key(KEY).listen();
                    LockstepTransport peer =
                            DirectLockstep.over(atPeer).key(KEY).connect(at)) {
                await(() -> exchange(server, peer, "hello", "reply to hello"));
                assertEquals("connected to " + at + " over " + atPeer, peer.toString());
            }
            assertTrue(atServer.send(packet("still open"), at) && atPeer.send(packet("still open"), at));
        }
    }

    @Test
    void otherMachinesMayNotConnectUnlessThatIsMeant() {
        DirectLockstep open = DirectLockstep.at("0.0.0.0").port(port);
        assertEquals(
                "without a key, everyone who can reach 0.0.0.0:" + port
                        + " could read and forge the packets of the match; set key(...), or allow it with withoutKey()",
                assertThrows(IllegalStateException.class, open::listen).getMessage());
        try (SequencerTransport server = open.withoutKey().listen();
                LockstepTransport peer = here().connect()) {
            await(() -> exchange(server, peer, "hello", "reply to hello"));
        }
    }

    @Test
    void aPortInUseIsReported() {
        SequencerTransport first = here().listen();
        String message =
                assertThrows(UncheckedIOException.class, () -> here().listen()).getMessage();
        assertTrue(message.startsWith("a transport at 127.0.0.1:" + port + " needs the UDP port "), message);
        first.close();
        here().listen().close();
    }

    /** A sequencer must not flood a third machine, and an old recording must have no effect. */
    @Test
    void whatLacksTheTicketOfItsAddressIsOnlyAnsweredAndNotPassedOn() throws Exception {
        try (SequencerTransport server = here().key(KEY).listen();
                UdpTransport line = UdpTransport.to(InetAddress.getLoopbackAddress());
                UdpTransport other = UdpTransport.to(InetAddress.getLoopbackAddress())) {
            InetSocketAddress to = new InetSocketAddress("127.0.0.1", port);
            List<ByteBuffer> recorded = new ArrayList<>();
            MatchDatagram peer = MatchDatagram.ofPeer(recording(line, recorded), 0, true, KEY);
            peer.send(7, 0, packet("a packet that is longer than the answer"), to);
            await(() -> server.poll(this::note) == 0 && receives(peer));
            assertFalse(peer.packet().hasRemaining(), "the answer has only a ticket");
            peer.send(7, peer.ticket, packet("hello"), to);
            await(() -> {
                server.poll(this::note);
                return received.containsValue("hello");
            });
            received.clear();
            ByteBuffer answer = ByteBuffer.allocate(1_200);
            for (ByteBuffer each : recorded) {
                other.send(each.duplicate(), to);
                await(() -> server.poll(this::note) == 0 && receive(other, answer.clear()));
                assertTrue(answer.position() <= each.remaining(), "at most a byte for a byte");
            }
            assertEquals(Map.of(), received);
            server.send(7, packet("reply"));
            await(() -> receives(peer) && text(peer.packet()).equals("reply"));
        }
    }

    private static boolean receives(MatchDatagram at) {
        at.beginPoll();
        return at.receive() != null;
    }

    private static boolean receive(UdpTransport at, ByteBuffer into) {
        try {
            return at.receive(into) != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DatagramTransport recording(UdpTransport line, List<ByteBuffer> recorded) {
        return new DatagramTransport() {
            @Override
            public boolean send(ByteBuffer datagram, SocketAddress peer) throws IOException {
                recorded.add(ByteBuffer.allocate(datagram.remaining())
                        .put(datagram.duplicate())
                        .flip());
                return line.send(datagram, peer);
            }

            @Override
            public SocketAddress receive(ByteBuffer into) throws IOException {
                return line.receive(into);
            }

            @Override
            public void close() {}
        };
    }

    private DirectLockstep here() {
        return DirectLockstep.at("127.0.0.1").port(port);
    }

    /** Sends a packet, lets the server reply to all that it has received, and returns whether the reply is there. */
    private boolean exchange(SequencerTransport server, LockstepTransport peer, String text, String reply) {
        peer.send(packet(text));
        server.poll((number, packet) -> {
            note(number, packet);
            String sent = received.get(number);
            server.send(number, packet("reply to " + sent.substring(Math.max(0, sent.length() - LONGEST_REPLY))));
        });
        replies.clear();
        peer.poll(packet -> replies.add(text(packet)));
        assertTrue(replies.stream().allMatch(reply::equals), replies::toString);
        return !replies.isEmpty();
    }

    private void note(long peer, ByteBuffer packet) {
        assertNotEquals(0, peer);
        received.put(peer, text(packet));
    }

    private static ByteBuffer packet(String text) {
        return ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }

    private static String text(ByteBuffer packet) {
        byte[] bytes = new byte[packet.remaining()];
        packet.get(bytes);
        return new String(bytes, java.nio.charset.StandardCharsets.US_ASCII);
    }

    private void await(BooleanSupplier done) {
        Await.until(done, () -> received + " " + replies);
    }
}
