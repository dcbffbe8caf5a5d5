package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.time.TimeAnchor;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** States over a connection that the host has already: here, queues in memory, and addresses of its own kind. */
class OwnTransportTest {
    private final StateLayout layout = StateLayout.of(10);
    private final StatePublisher publisher = StatePublisher.of(layout);
    private final Seat server = new Seat("server");
    private final Seat player = new Seat("player");

    private static final class Seat extends SocketAddress {
        private static final long serialVersionUID = 1;

        private final String name;

        Seat(String name) {
            this.name = name;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @Test
    void statesArriveAndTheTransportStaysOpen() {
        Map<SocketAddress, MemoryTransport> network = new ConcurrentHashMap<>();
        MemoryTransport atServer = new MemoryTransport(server, network);
        MemoryTransport atPlayer = new MemoryTransport(player, network);
        TimeAnchor anchor = new TimeAnchor();
        publisher.bodies().spawn(3);
        AtomicLong tick = new AtomicLong();
        try (StateSender sender = StateSender.builder(publisher.states())
                        .transport(atServer)
                        .start();
                RemoteStates remote =
                        RemoteStates.builder(layout).transport(atPlayer, server).start();
                StateReader reader = remote.states().reader()) {
            Await.until(
                    () -> {
                        long next = tick.getAndIncrement();
                        StateWriter state = publisher.begin(next, next * 10_000_000, anchor, System.nanoTime());
                        state.position(3, 7, 8, 9);
                        publisher.publish(System.nanoTime());
                        return reader.acquire() && reader.state(0).isAlive(3);
                    },
                    remote::status);
            assertEquals(8, reader.state(0).y()[3], 0.001);
            assertEquals(RemoteStates.Status.CONNECTED, remote.status());
            assertSame(player, sender.clients().get(0).address());
            assertNull(sender.lastError());
            assertNull(remote.lastError());
        }
        assertEquals(0, atServer.closed.get() + atPlayer.closed.get());
    }
}
