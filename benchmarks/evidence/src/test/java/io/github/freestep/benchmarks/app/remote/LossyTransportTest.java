package io.github.freestep.benchmarks.app.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.DatagramTransport;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Sends numbered datagrams, one a millisecond, to a server that returns each at once. */
class LossyTransportTest {
    private static final int DATAGRAMS = 400;
    private static final long MILLI = 1_000_000;

    private final VirtualClock clock = new VirtualClock(0);
    private final SocketAddress server = InetSocketAddress.createUnresolved("server", 1);

    /** Returns what is sent. */
    private final class Echo implements DatagramTransport {
        private final Queue<ByteBuffer> returned = new ArrayDeque<>();

        @Override
        public boolean send(ByteBuffer datagram, SocketAddress peer) {
            returned.add(ByteBuffer.allocate(datagram.remaining()).put(datagram).flip());
            return true;
        }

        @Override
        public SocketAddress receive(ByteBuffer into) {
            if (returned.isEmpty()) {
                return null;
            }
            into.put(returned.remove());
            return server;
        }

        @Override
        public void close() {}
    }

    private List<Integer> arrived(LinkQuality quality, int bytes) throws Exception {
        List<Integer> arrived = new ArrayList<>();
        LossyTransport link = new LossyTransport(new Echo(), quality, Seeds.of(1), clock);
        for (int i = 0; i < 2 * DATAGRAMS; i++) {
            if (i < DATAGRAMS) {
                link.send(ByteBuffer.allocate(bytes).putInt(0, i), server);
            }
            ByteBuffer into = ByteBuffer.allocate(bytes);
            while (link.receive(into.clear()) != null) {
                arrived.add(into.getInt(0));
            }
            clock.advance(MILLI);
        }
        assertEquals((long) bytes * arrived.size(), link.receivedBytes());
        return arrived;
    }

    @Test
    void aBadLinkLosesDuplicatesAndReordersDatagrams() throws Exception {
        LinkQuality.Way way = (now, random) -> random.nextInt(10) < 3 ? -1 : 10 + 20 * random.nextDouble();
        List<Integer> arrived = arrived(new LinkQuality("bad", way, false, 30, 0), 4);
        long different = arrived.stream().distinct().count();
        assertTrue(different > DATAGRAMS / 3 && different < DATAGRAMS * 9 / 10, different + " of them arrived");
        assertTrue(arrived.size() > different, "none arrived twice");
        assertTrue(!arrived.equals(arrived.stream().sorted().toList()), "none overtook another");
    }

    @Test
    void aLinkThatKeepsTheOrderLetsNoneOvertakeAnother() throws Exception {
        List<Integer> arrived = arrived(LinkProfile.JITTER_50_IN_ORDER.quality, 4);
        assertEquals(DATAGRAMS, arrived.size());
        assertEquals(arrived.stream().sorted().toList(), arrived);
    }

    /** All of them would take half a minute, of which 0.2 s fit into the queue. */
    @Test
    void aNarrowLinkLosesWhatDoesNotFitIntoItsQueue() throws Exception {
        int arrived = arrived(new LinkQuality("narrow", (now, random) -> 1, false, 0, 100), 1_000)
                .size();
        assertTrue(arrived > 3 && arrived < 30, arrived + " arrived");
    }
}
