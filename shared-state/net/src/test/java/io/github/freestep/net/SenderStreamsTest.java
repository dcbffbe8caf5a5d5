package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.net.session.ClientStatus;
import io.github.freestep.net.session.MessageLane;
import io.github.freestep.net.session.ServerLink;
import io.github.freestep.net.session.StateLoad;
import io.github.freestep.net.session.StatePace;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SenderStreamsTest {
    private static final long TICK = 10_000_000;

    private final Map<SocketAddress, Integer> sent = new HashMap<>();
    private final SendOnly socket = (datagram, peer) -> sent.merge(peer, 1, Integer::sum) > 0;
    private final SenderStreams streams =
            new SenderStreams(ServerLink.of(1, null, 0, null), new Peers(socket, 0, error -> {}));

    private static ClientStatus client(int number, double budget) {
        return new ClientStatus(number, SenderRig.client(number), new MessageLane(), new StatePace(budget));
    }

    @Test
    void aStateAndItsCopyGoToThoseThatHavePlannedThem() {
        ClientStatus all = client(0, Double.POSITIVE_INFINITY);
        ClientStatus few = client(1, 1);
        StateLoad load = new StateLoad();
        for (int i = 1; i <= 500; i++) {
            streams.beginState(List.of(all, few));
            all.plan(i * TICK, load, false);
            few.plan(i * TICK, load, false);
            streams.piece(ByteBuffer.allocate(500));
            streams.copy(ByteBuffer.allocate(500));
            load.add(i * TICK, streams.pieceBytes, 0, streams.copyBytes, 0);
        }
        assertEquals(1_000, sent.get(all.address));
        // The first states, and then ten per second.
        assertEquals(50, sent.get(few.address), 10);
        few.plan(501 * TICK, load, true);
        assertEquals(1, few.sends);
    }
}
