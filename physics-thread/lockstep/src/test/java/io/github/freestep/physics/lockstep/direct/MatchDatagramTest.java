package io.github.freestep.physics.lockstep.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.problem.Problems;
import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.SharedPort;
import io.github.freestep.net.link.AskedAddress;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.seal.NamedPlayers;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.seal.Sealer;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.SequencerServer;
import io.github.freestep.physics.lockstep.SequencerTransport;
import io.github.freestep.physics.lockstep.link.PeerPackets;
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

/** Both ends of the link of a match, on a network that is in the hands of the test. */
@Timeout(60)
class MatchDatagramTest {
    private static final byte[] KEY = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final InetSocketAddress SEQUENCER = new InetSocketAddress("127.0.0.1", 1);
    private static final SocketAddress PEER = new InetSocketAddress("127.0.0.1", 2);

    /** One end of the network. What it sends stays in a list. */
    private static final class Wire implements DatagramTransport {
        private SocketAddress other;
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

    /** Where the sequencer is, as the resolver says. */
    private volatile InetAddress address = SEQUENCER.getAddress();

    private final AtomicInteger lookups = new AtomicInteger();

    private SequencerEnd sequencer(byte[] key) {
        return new SequencerEnd(null, null, MatchDatagram.ofSequencer(atSequencer::send, 0, key), true, 1, "", clock);
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
        return new PeerEnd(atPeer, true, 0, token, server, "", clock);
    }

    private static ByteBuffer packet(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void note(ByteBuffer packet) {
        received.add(StandardCharsets.US_ASCII.decode(packet).toString());
    }

    private void poll(SequencerEnd sequencer) {
        poll(sequencer, (number, packet) -> note(packet));
    }

    private void poll(SequencerEnd sequencer, PeerPackets handler) {
        while (!atSequencer.arrived.isEmpty()) {
            sequencer.datagram(atSequencer.arrived.poll(), atSequencer.other, handler);
        }
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

    /** Lets a peer learn its ticket. Then it sends its packet again. */
    private void begin(SequencerEnd sequencer, PeerEnd peer) {
        peer.send(packet("hello"));
        atPeer.passTo(atSequencer);
        poll(sequencer);
        atSequencer.passTo(atPeer);
        peer.poll(this::note);
    }

    /** A sequencer must not flood a third machine, and an old recording must have no effect. */
    @Test
    void whatLacksTheTicketOfItsAddressIsOnlyAnsweredAndNotPassedOn() {
        SequencerEnd sequencer = sequencer(KEY);
        PeerEnd peer = peer(token(1));
        peer.send(packet("a packet that is longer than the answer"));
        List<ByteBuffer> recorded = new ArrayList<>(atPeer.passTo(atSequencer));
        poll(sequencer);
        List<ByteBuffer> answer = atSequencer.passTo(atPeer);
        assertTrue(answer.get(0).remaining() < recorded.get(0).remaining());
        peer.poll(this::note);
        recorded.addAll(atPeer.passTo(atSequencer));
        poll(sequencer);
        assertEquals(List.of("a packet that is longer than the answer"), received);
        atSequencer.other = new InetSocketAddress("127.0.0.1", 3);
        atSequencer.arrived.addAll(recorded);
        poll(sequencer);
        assertEquals(1, received.size());
        assertEquals(List.of(), atSequencer.sent, "with a key, it is known that they have come before");
    }

    @Test
    void whatIsForAnotherRoomOrOfAnotherKindIsNotTaken() {
        SequencerEnd sequencer = sequencer(KEY);
        for (int room : new int[] {1, 256, 0}) {
            PlayerKeys keys = PlayerKeys.ofToken(token(7), room);
            MatchDatagram.ofPeer(atPeer::send, room, keys).send(keys, 0, packet("hello"), SEQUENCER);
        }
        ByteBuffer states = ByteBuffer.allocate(DatagramTransport.MAX_BYTES);
        states.put(atPeer.sent.get(2).duplicate()).flip();
        atPeer.sent.add(states.put(4, (byte) 1));
        for (int sent = 0; !atPeer.sent.isEmpty(); sent++) {
            atSequencer.arrived.add(atPeer.sent.remove(0));
            poll(sequencer);
            assertEquals(sent == 2 ? 1 : 0, atSequencer.passTo(atPeer).size(), "answers to datagram " + sent);
        }
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
    @CsvSource({"true, true, send", "true, false, send", "false, true, receive"})
    void aPlayerWhoseTransportFailsAtEveryCallIsToldOnceInAnOutage(boolean sends, boolean receives, String call) {
        List<Problem> problems = new CopyOnWriteArrayList<>();
        PeerEnd peer = peer(token(1));
        peer.problems = Problems.to(problems::add).of("");
        for (int outage = 1; outage < 3; outage++) {
            atPeer.sendsInVain = sends;
            atPeer.fault = receives ? new IOException("Network is down") : null;
            for (int tenths = 0; tenths < 70; tenths++) {
                peer.send(packet("hello"));
                peer.poll(this::note);
                if (tenths == 49) {
                    Problems.to(problems::add).flush();
                    assertEquals(outage - 1, problems.size(), "before five seconds");
                }
                clock.advance(100_000_000);
            }
            int told = outage;
            Await.until(() -> problems.size() == told);
            atPeer.sendsInVain = false;
            atPeer.fault = null;
            peer.send(packet("hello"));
            peer.poll(this::note);
        }
        Problems.to(problems::add).flush();
        assertEquals(2, problems.size(), problems::toString);
        assertEquals(Problem.Kind.TRANSPORT_FAILING, problems.get(1).kind());
        String message = problems.get(1).message();
        assertTrue(
                message.startsWith("the player of a match in room 0 on a wire has failed at every " + call), message);
    }

    /** A place with the number 0 is free. */
    @Test
    void noPeerHasTheNumberZero() {
        SequencerEnd sequencer = sequencer(KEY);
        peer(token(0)).send(packet("hello"));
        atPeer.passTo(atSequencer);
        poll(sequencer);
        assertEquals(RoomHeader.REFUSAL, RoomHeader.kind(atSequencer.sent.get(0)));
    }

    /** A link counts its units with 16 bits, so it would take an old packet again some time. */
    @Test
    void aRecordedPacketIsNotTakenAgain() {
        SequencerEnd sequencer = sequencer(KEY);
        PeerEnd peer = peer(token(1));
        begin(sequencer, peer);
        List<ByteBuffer> hello = atPeer.passTo(atSequencer);
        poll(sequencer, (number, packet) -> {
            note(packet);
            sequencer.send(number, packet("reply"));
        });
        List<ByteBuffer> reply = atSequencer.passTo(atPeer);
        peer.poll(this::note);
        atSequencer.arrived.addAll(hello);
        atPeer.arrived.addAll(reply);
        poll(sequencer);
        peer.poll(this::note);
        assertEquals(List.of("hello", "reply"), received);
    }

    /** Such a player has a token, sees all datagrams and can forge any source. */
    @Test
    void aPlayerCanNeitherForgeNorStopWhatAnotherSendsAndIsSent() {
        SequencerEnd sequencer = sequencer(KEY);
        PeerEnd peer = peer(token(1));
        begin(sequencer, peer);
        ByteBuffer first = atPeer.passTo(atSequencer).get(0);
        poll(sequencer);
        PlayerKeys keys = PlayerKeys.ofToken(token(2), 0);
        MatchDatagram insider = MatchDatagram.ofPeer(atPeer::send, 0, keys);
        for (int i = 0; i < 4; i++) {
            // With the ticket of the answer, if there was one.
            insider.send(keys, insider.ticket, packet("forged"), SEQUENCER);
            ByteBuffer forged = atPeer.sent.get(0);
            atPeer.sent.add(forged.duplicate());
            ByteBuffer renamed =
                    ByteBuffer.allocate(200).put(forged.duplicate()).flip();
            atPeer.sent.add(renamed.put(renamed.limit() - 12, first, first.limit() - 12, 12));
            MatchDatagram.ofPeer(atSequencer::send, 0, keys).send(keys, 5, packet("forged"), PEER);
            atPeer.passTo(atSequencer);
            poll(sequencer);
            atSequencer.passTo(atPeer).forEach(answer -> insider.open(answer.duplicate(), player -> null));
            peer.poll(this::note);
        }
        peer.send(packet("again"));
        atPeer.passTo(atSequencer);
        poll(sequencer, (number, packet) -> {
            note(packet);
            sequencer.send(number, packet("reply"));
        });
        atSequencer.passTo(atPeer);
        peer.poll(this::note);
        assertEquals(List.of("hello", "again", "reply"), received);
    }

    @Test
    void aTokenThatHasExpiredOrIsOfAnotherKeyIsRefusedAndThePlayerKnowsIt() {
        SequencerEnd sequencer = sequencer(KEY);
        sequencer.seconds = () -> 1_000;
        for (byte[] token : new byte[][] {
            new NamedPlayers(KEY, 0).token(1, 1_000), new NamedPlayers(new byte[16], 0).token(1, 1_001)
        }) {
            PeerEnd peer = peer(token);
            begin(sequencer, peer);
            assertEquals(List.of(), atPeer.sent.stream().skip(1).toList());
            atPeer.sent.clear();
            String text = peer.toString();
            assertTrue(text.contains("key; get one from your login, and set it by token(...)"), text);
        }
        begin(sequencer, peer(new NamedPlayers(KEY, 0).token(1, 1_001)));
        atPeer.passTo(atSequencer);
        poll(sequencer);
        assertEquals(List.of("hello"), received);
    }

    /** Such as one that was stolen. Another process of the player, with a token that holds, may come back at once. */
    @Test
    void aTokenThatHasExpiredTakesThePlaceOfNoPlayerWhoIsThere() {
        SequencerEnd sequencer = sequencer(KEY);
        sequencer.seconds = () -> 1_000;
        PeerEnd player = peer(token(1));
        begin(sequencer, player);
        atPeer.passTo(atSequencer);
        poll(sequencer);
        awaitCounter();
        atSequencer.other = new InetSocketAddress("127.0.0.1", 3);
        PeerEnd thief = peer(new NamedPlayers(KEY, 0).token(1, 1_000));
        begin(sequencer, thief);
        thief.send(packet("stolen"));
        atPeer.passTo(atSequencer);
        poll(sequencer);
        assertEquals(List.of("hello"), received);
        atSequencer.sent.clear();
        sequencer.send(1, packet("reply"));
        atSequencer.passTo(atPeer);
        player.poll(this::note);
        assertEquals(List.of("hello", "reply"), received);
    }

    /** A sequencer whose clock is behind waits for a silence, because its datagrams could be a recording. */
    @Test
    void aPeerHearsTheNextSequencer() {
        PeerEnd peer = peer(token(1));
        MatchDatagram behind = MatchDatagram.ofSequencer(atSequencer::send, 0, KEY);
        awaitCounter();
        MatchDatagram first = MatchDatagram.ofSequencer(atSequencer::send, 0, KEY);
        awaitCounter();
        MatchDatagram next = MatchDatagram.ofSequencer(atSequencer::send, 0, KEY);
        peer.send(packet("hello"));
        atPeer.passTo(atSequencer);
        assertTrue(first.open(atSequencer.arrived.poll(), player -> null));
        long number = first.number;
        for (MatchDatagram each : List.of(first, behind, next, first, behind)) {
            each.send(first.keys, 1, packet(each == behind ? "behind" : "reply"), PEER);
            atSequencer.passTo(atPeer);
            peer.poll(this::note);
        }
        assertEquals(List.of("reply", "reply"), received);
        clock.advance(300_000_000);
        for (int i = 0; i < 2; i++) {
            behind.send(first.keys, 1, packet("behind"), PEER);
            atSequencer.passTo(atPeer);
            peer.poll(this::note);
            clock.advance(1);
        }
        assertEquals(List.of("reply", "reply", "behind"), received);
    }

    /** Waits until the counter of a new sender is greater than those before, and than a replay window. */
    private static void awaitCounter() {
        long since = Sealer.counterOfNow();
        Await.until(() -> Sealer.counterOfNow() >= since + 1_000_000);
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
        peer.send(packet("hello"));
        assertEquals(new InetSocketAddress(address, 1), atPeer.other);
        peer.poll(this::note);
        assertEquals(2, lookups.get());
    }

    @Test
    void aPlayerWhoIsBackAtOnceWithANewTokenHearsTheSequencer() {
        SequencerEnd sequencer = sequencer(KEY);
        for (int expires = -1; expires >= -2; expires--) {
            PeerEnd peer = peer(new NamedPlayers(KEY, 0).token(1, expires));
            begin(sequencer, peer);
            atPeer.passTo(atSequencer);
            poll(sequencer, (number, packet) -> sequencer.send(number, packet("reply")));
            atSequencer.passTo(atPeer);
            peer.poll(this::note);
            awaitCounter();
        }
        assertEquals(List.of("reply", "reply"), received);
    }

    @Test
    void theNextPeerOfAPlaceMayHaveAClockThatIsBehind() {
        SequencerEnd sequencer = sequencer(KEY);
        PeerEnd behind = peer(token(1));
        awaitCounter();
        for (PeerEnd peer : List.of(peer(token(1)), behind)) {
            begin(sequencer, peer);
            atPeer.passTo(atSequencer);
            poll(sequencer);
            clock.advance(3_000_000_000L);
        }
        assertEquals(List.of("hello", "hello"), received);
    }
}
