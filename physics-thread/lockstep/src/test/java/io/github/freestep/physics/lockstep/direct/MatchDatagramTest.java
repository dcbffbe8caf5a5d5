package io.github.freestep.physics.lockstep.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.seal.Sealer;
import io.github.freestep.time.VirtualClock;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Both ends of the link of a match, on a network that is in the hands of the test. */
class MatchDatagramTest {
    private static final byte[] KEY = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final SocketAddress SEQUENCER = new InetSocketAddress("127.0.0.1", 1);
    private static final SocketAddress PEER = new InetSocketAddress("127.0.0.1", 2);

    /** One end of the network. What it sends stays in a list. */
    private static final class Wire implements DatagramTransport {
        private final SocketAddress other;
        private final Deque<ByteBuffer> arrived = new ArrayDeque<>();
        private final List<ByteBuffer> sent = new ArrayList<>();

        private Wire(SocketAddress other) {
            this.other = other;
        }

        @Override
        public boolean send(ByteBuffer datagram, SocketAddress to) {
            assertEquals(other, to);
            return sent.add(
                    ByteBuffer.allocate(datagram.remaining()).put(datagram).flip());
        }

        @Override
        public SocketAddress receive(ByteBuffer into) {
            if (arrived.isEmpty()) {
                return null;
            }
            into.put(arrived.poll());
            return other;
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
    }

    private final Wire atSequencer = new Wire(PEER);
    private final Wire atPeer = new Wire(SEQUENCER);
    private final VirtualClock clock = new VirtualClock(0);
    private final List<String> received = new ArrayList<>();

    private SequencerEnd sequencer(byte[] key) {
        return new SequencerEnd(MatchDatagram.ofSequencer(atSequencer, key), 1, "", clock);
    }

    private PeerEnd peer(byte[] key) {
        return new PeerEnd(MatchDatagram.ofPeer(atPeer, key), SEQUENCER, () -> SEQUENCER, "");
    }

    private static ByteBuffer packet(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void note(ByteBuffer packet) {
        received.add(StandardCharsets.US_ASCII.decode(packet).toString());
    }

    private void poll(SequencerEnd sequencer) {
        sequencer.poll((number, packet) -> note(packet));
    }

    /** Otherwise a flood would keep the sequencer from its match. */
    @Test
    void onePollReadsABoundedNumberOfDatagrams() {
        SequencerEnd sequencer = sequencer(null);
        PeerEnd peer = peer(null);
        peer.send(packet("hello"));
        ByteBuffer good = atPeer.passTo(atSequencer).get(0);
        for (int i = 1; i < 10_000; i++) {
            atSequencer.arrived.add(i % 100 == 0 ? good.duplicate() : packet("foreign"));
        }
        poll(sequencer);
        assertEquals(10_000 - 4_096, atSequencer.arrived.size());
        atPeer.arrived.addAll(atSequencer.arrived);
        peer.poll(this::note);
        assertEquals(10_000 - 2 * 4_096, atPeer.arrived.size());
    }

    /** Lets a peer learn its ticket. Then it sends its packet again. */
    private void begin(SequencerEnd sequencer, PeerEnd peer) {
        peer.send(packet("hello"));
        atPeer.passTo(atSequencer);
        poll(sequencer);
        atSequencer.passTo(atPeer);
        peer.poll(this::note);
    }

    /** A link counts its units with 16 bits, so it would take an old packet again some time. */
    @Test
    void aRecordedPacketIsNotTakenAgain() {
        SequencerEnd sequencer = sequencer(KEY);
        PeerEnd peer = peer(KEY);
        begin(sequencer, peer);
        List<ByteBuffer> hello = atPeer.passTo(atSequencer);
        sequencer.poll((number, packet) -> {
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

    @Test
    void theNextPeerOfAPlaceMayHaveAClockThatIsBehind() {
        SequencerEnd sequencer = sequencer(KEY);
        PeerEnd behind = peer(KEY);
        long since = Sealer.counterOfNow();
        while (Sealer.counterOfNow() < since + 1_000_000) {
            Thread.onSpinWait();
        }
        for (PeerEnd peer : List.of(peer(KEY), behind)) {
            begin(sequencer, peer);
            atPeer.passTo(atSequencer);
            poll(sequencer);
            clock.advance(3_000_000_000L);
        }
        assertEquals(List.of("hello", "hello"), received);
    }
}
