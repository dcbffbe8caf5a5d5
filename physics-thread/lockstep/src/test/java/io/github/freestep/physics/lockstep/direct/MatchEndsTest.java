package io.github.freestep.physics.lockstep.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.problem.Problems;
import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.SharedPort;
import io.github.freestep.net.link.AskedAddress;
import io.github.freestep.net.link.PortRoom;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.link.RoomWork;
import io.github.freestep.net.seal.NamedPlayers;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.seal.Sealer;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.SequencerServer;
import io.github.freestep.physics.lockstep.SequencerTransport;
import io.github.freestep.problem.Problem;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Await;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both ends of the connection of a match, on a network that is in the hands of the test. */
@Timeout(240)
class MatchEndsTest {
    private static final byte[] KEY = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final InetSocketAddress SEQUENCER = new InetSocketAddress("127.0.0.1", 1);
    private static final SocketAddress PEER = new InetSocketAddress("127.0.0.1", 2);

    /** One end of the network, and a room of it. What it sends stays in a list. */
    private static final class Wire implements DatagramTransport, PortRoom {
        private SocketAddress other;
        private SocketAddress source = PEER;
        private final Deque<ByteBuffer> arrived = new ArrayDeque<>();
        private final List<ByteBuffer> sent = new ArrayList<>();
        private volatile long longestWait;
        private volatile IOException fault;
        private boolean sendsInVain;

        private Wire(SocketAddress other) {
            this.other = other;
        }

        @Override
        public boolean send(ByteBuffer datagram, SocketAddress to) throws IOException {
            if (sendsInVain) {
                throw new IOException("Network is unreachable");
            }
            other = to;
            return sent.add(
                    ByteBuffer.allocate(datagram.remaining()).put(datagram).flip());
        }

        @Override
        public SocketAddress receive(ByteBuffer into) throws IOException {
            if (fault != null) {
                throw fault;
            }
            if (arrived.isEmpty()) {
                return null;
            }
            into.put(arrived.poll());
            return other;
        }

        @Override
        public void await(long nanos) {
            longestWait = Math.max(longestWait, nanos);
        }

        /** Moves all that was sent to another end. Returns it, for a recording. */
        private List<ByteBuffer> passTo(Wire to) {
            List<ByteBuffer> passed = List.copyOf(sent);
            passed.forEach(each -> to.arrived.add(each.duplicate()));
            sent.clear();
            return passed;
        }

        @Override
        public InetAddress own() {
            return null;
        }

        @Override
        public void start(RoomWork work) {}

        @Override
        public Throwable lastError() {
            return null;
        }

        @Override
        public Throwable failure() {
            return null;
        }

        @Override
        public void close() {}

        @Override
        public String toString() {
            return "a wire";
        }
    }

    private final Wire atSequencer = new Wire(PEER);
    private final Wire atPeer = new Wire(SEQUENCER);
    private VirtualClock clock = new VirtualClock(0);
    private final List<String> received = new ArrayList<>();
    private final List<Problem> problems = new CopyOnWriteArrayList<>();
    private long run;

    /** Where the sequencer is, as the resolver says. */
    private volatile InetAddress address = SEQUENCER.getAddress();

    private final AtomicInteger lookups = new AtomicInteger();

    private SequencerEnd sequencer() {
        return new SequencerEnd(
                atSequencer, 0, null, ServerLink.of(++run, KEY, 0, null, ServerLink.Limits.NONE), true, "here", clock);
    }

    private static byte[] token(long player) {
        return new NamedPlayers(KEY, 0).token(player, -1);
    }

    private PeerEnd peer(byte[] token) {
        AskedAddress<SocketAddress> server = new AskedAddress<>(
                () -> {
                    lookups.incrementAndGet();
                    return List.of(new InetSocketAddress(address, 1));
                },
                Runnable::run);
        PeerEnd peer = new PeerEnd(atPeer, true, 0, token, server, "there", clock);
        peer.problems = Problems.to(problems::add).of("");
        return peer;
    }

    private static ByteBuffer packet(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void note(ByteBuffer packet) {
        received.add(StandardCharsets.US_ASCII.decode(packet).toString());
    }

    /** Carries all datagrams to the sequencer, which replies to each packet if it is to, and those back to the peer. */
    private List<ByteBuffer> exchange(SequencerEnd sequencer, PeerEnd peer, String reply) {
        List<ByteBuffer> passed = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            peer.poll(this::note);
            passed.addAll(atPeer.passTo(atSequencer));
            while (!atSequencer.arrived.isEmpty()) {
                sequencer.datagram(atSequencer.arrived.poll(), atSequencer.source, (number, packet) -> {
                    note(packet);
                    if (reply != null) {
                        sequencer.send(number, packet(reply));
                    }
                });
            }
            passed.addAll(atSequencer.passTo(atPeer));
        }
        peer.poll(this::note);
        sequencer.pass();
        return passed;
    }

    /** Lets a peer join, and sends a packet. */
    private List<ByteBuffer> join(SequencerEnd sequencer, PeerEnd peer, String packet, String reply) {
        List<ByteBuffer> passed = exchange(sequencer, peer, null);
        peer.send(packet(packet));
        passed.addAll(exchange(sequencer, peer, reply));
        return passed;
    }

    /** Otherwise a flood would keep a session from its match. */
    @Test
    void onePollReadsABoundedNumberOfDatagrams() {
        for (int i = 0; i < 10_000; i++) {
            atPeer.arrived.add(packet("foreign"));
        }
        peer(token(1)).poll(this::note);
        assertEquals(10_000 - 4_096, atPeer.arrived.size());
    }

    @Test
    void aMatchWithoutPlayersHardlyWakesItsPortUpAndReportsErrorsOfItsNetwork() {
        try (SharedPort port = SharedPort.over(atSequencer)) {
            SequencerTransport room = DirectLockstep.over(port, 1).key(KEY).listen();
            SequencerServer.start(MatchSettings.of("idle", StateLayout.of(1), 2), room);
            Await.until(() -> atSequencer.longestWait > 10_000_000);
            atSequencer.fault = new IOException("planned");
            Await.until(() -> room.toString().endsWith(", last error: java.io.IOException: planned"));
        }
    }

    /** As if the network of a player was down, which a game that only draws would never learn. */
    @ParameterizedTest
    @CsvSource({"true, true, receive", "true, false, send", "false, true, receive"})
    void aPlayerWhoseTransportFailsAtEveryCallIsToldOnceInAnOutage(boolean sends, boolean receives, String call) {
        PeerEnd peer = peer(token(1));
        for (int outage = 1; outage < 3; outage++) {
            atPeer.sendsInVain = sends;
            atPeer.fault = receives ? new IOException("Network is down") : null;
            for (int tenths = 0; tenths < 70; tenths++) {
                peer.poll(this::note);
                if (tenths == 49) {
                    assertEquals(outage - 1, outages().size(), "before five seconds");
                }
                clock.advance(100_000_000);
            }
            int told = outage;
            Await.until(() -> outages().size() == told);
            atPeer.sendsInVain = false;
            atPeer.fault = null;
            peer.poll(this::note);
        }
        assertEquals(2, outages().size(), problems::toString);
        String message = outages().get(1).message();
        assertTrue(
                message.startsWith("the player of a match in room 0 on a wire has failed at every " + call), message);
    }

    private List<Problem> outages() {
        Problems.to(problems::add).flush();
        return problems.stream()
                .filter(each -> each.kind() == Problem.Kind.TRANSPORT_FAILING)
                .toList();
    }

    @Test
    void aPlayerWhomNobodyAnswersIsToldWhatToCheckAndNoMoreOnceItHearsTheMatch() {
        PeerEnd peer = peer(token(1));
        for (int tenths = 0; tenths < 30; tenths++) {
            assertNull(peer.stallReason());
            peer.poll(this::note);
            clock.advance(100_000_000);
        }
        peer.poll(this::note);
        String said = "no answer has come from 127.0.0.1:1, room 0, for 3 s; check the address and the port, that the"
                + " sequencer runs and has this room, and that no firewall drops UDP datagrams";
        assertEquals(said, peer.stallReason());
        assertEquals("there, " + said, peer.toString());
        Await.until(() -> !problems.isEmpty());
        assertEquals(Problem.Kind.NO_ANSWER, problems.get(0).kind());
        assertTrue(problems.get(0).message().contains(said), problems::toString);
        atPeer.sent.clear();
        clock.advance(100_000_000);
        SequencerEnd sequencer = sequencer();
        exchange(sequencer, peer, null);
        assertEquals(said, peer.stallReason(), "the room may have no match");
        peer.send(packet("hello"));
        exchange(sequencer, peer, "reply");
        assertNull(peer.stallReason());
    }

    @Test
    void whatIsSentBeforeThePeerHasProvedItsAddressIsNotPassedOn() {
        SequencerEnd sequencer = sequencer();
        PeerEnd peer = peer(token(1));
        peer.send(packet("early"));
        List<ByteBuffer> recorded = join(sequencer, peer, "hello", "reply");
        assertEquals(List.of("hello", "reply"), received);
        for (SocketAddress source : List.of(new InetSocketAddress("127.0.0.1", 3), PEER)) {
            recorded.forEach(each -> sequencer.datagram(each.duplicate(), source, (number, packet) -> note(packet)));
        }
        recorded.forEach(each -> atPeer.arrived.add(each.duplicate()));
        exchange(sequencer, peer, "reply");
        assertEquals(List.of("hello", "reply"), received, "nothing is taken twice");
        assertEquals("here, peers: 1", sequencer.toString());
    }

    /** Such a player has a token, sees all datagrams and can forge any source. */
    @Test
    void aPlayerCanNeitherForgeNorStopWhatAnotherSendsAndIsSent() {
        SequencerEnd sequencer = sequencer();
        PeerEnd peer = peer(token(1));
        join(sequencer, peer, "hello", null);
        atSequencer.source = new InetSocketAddress("127.0.0.1", 3);
        PeerEnd insider = peer(token(2));
        join(sequencer, insider, "insider", null);
        insider.send(packet("forged"));
        sequencer.send(2, packet("for the insider"));
        atSequencer.source = PEER;
        exchange(sequencer, peer, null);
        peer.send(packet("again"));
        exchange(sequencer, peer, "reply");
        assertEquals(List.of("hello", "insider", "again", "reply"), received);
    }

    /**
     * Such as one that was stolen, whose owner plays with the next one. The salt of the player's datagrams is in the
     * clear, and anyone can forge a source.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoHasAnExpiredTokenAndHasSeenADatagramTakesThePlaceOfNoPlayer(boolean forgesSource) {
        SequencerEnd sequencer = sequencer();
        PeerEnd player = peer(token(1));
        ByteBuffer seen = join(sequencer, player, "hello", null).get(0);
        Sealer forger = new Sealer(seen.getInt(RoomHeader.BYTES + 1), Sealer.counterOfNow() + 1_000_000_000);
        byte[] stolen = new NamedPlayers(KEY, 0).token(1, 1_000);
        PlayerKeys keys = PlayerKeys.ofToken(stolen, 0);
        PeerEnd thief = peer(stolen);
        SocketAddress source = forgesSource ? PEER : new InetSocketAddress("127.0.0.1", 3);
        for (int i = 0; i < 3; i++) {
            thief.poll(this::note);
            thief.send(packet("stolen"));
            for (ByteBuffer each : atPeer.sent) {
                sequencer.datagram(salted(each, forger, keys), source, (number, packet) -> note(packet));
            }
            atPeer.sent.clear();
            atSequencer.passTo(atPeer);
        }
        player.send(packet("again"));
        exchange(sequencer, player, "reply");
        assertEquals(List.of("hello", "again", "reply"), received);
    }

    /** Seals a datagram of the thief again, as if it was the next of the player's process. */
    private static ByteBuffer salted(ByteBuffer datagram, Sealer forger, PlayerKeys keys) {
        boolean isPacket = datagram.get(RoomHeader.BYTES - 3) == RoomHeader.MATCH;
        int begin = RoomHeader.BYTES + (isPacket ? 0 : 1);
        int end = datagram.limit() - (isPacket ? 0 : 20);
        byte kind = isPacket ? RoomHeader.MATCH : datagram.get(RoomHeader.BYTES);
        ByteBuffer plain =
                forger.open(kind, keys.toServer, datagram.duplicate().limit(end).position(begin));
        ByteBuffer again = ByteBuffer.allocate(datagram.limit()).put(datagram.duplicate());
        again.position(begin).put(forger.seal(kind, keys.toServer, plain));
        return again.position(0).limit(datagram.limit());
    }

    @Test
    void aPeerThatIsClosedLeavesAtOnce() {
        SequencerEnd sequencer = sequencer();
        PeerEnd peer = peer(token(1));
        join(sequencer, peer, "hello", null);
        peer.close();
        atPeer.passTo(atSequencer);
        sequencer.datagram(atSequencer.arrived.poll(), PEER, (number, packet) -> note(packet));
        assertEquals("here, peers: 0", sequencer.toString());
    }

    @Test
    void aRefusalCountsUntilThePeerHearsTheMatch() {
        SequencerEnd sequencer = sequencer();
        PeerEnd first = peer(token(1));
        join(sequencer, first, "hello", null);
        PeerEnd next = peer(token(2));
        exchange(sequencer, next, null);
        assertTrue(next.stallReason().startsWith("the server has another client at this address"), next::toString);
        assertTrue(sequencer.toString().contains("was refused, and told: the server has another"), sequencer::toString);
        first.close();
        clock.advance(100_000_000);
        join(sequencer, next, "next", "reply");
        assertEquals(List.of("hello", "next", "reply"), received);
        assertNull(next.stallReason());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE - 400_000_000})
    void aPeerFindsAHostThatHasMoved(long beginNanos) throws Exception {
        clock = new VirtualClock(beginNanos);
        PeerEnd peer = peer(token(1));
        address = InetAddress.getByName("127.0.0.2");
        clock.advance(500_000_000);
        peer.poll(this::note);
        peer.poll(this::note);
        assertEquals(1, lookups.get());
        clock.advance(1);
        peer.poll(this::note);
        assertEquals(2, lookups.get());
        clock.advance(100_000_000);
        peer.poll(this::note);
        assertEquals(new InetSocketAddress(address, 1), atPeer.other);
        assertEquals(2, lookups.get());
    }
}
