package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.seal.Sealer;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientsTest {
    private static final InetSocketAddress ADDRESS = new InetSocketAddress("127.0.0.1", 5);
    private static final InetSocketAddress ANOTHER = new InetSocketAddress("10.0.0.1", 5);

    private final Clients clients = new Clients();

    private List<SocketAddress> admitted() {
        return clients.admitted.stream().map(status -> status.address).toList();
    }

    private Client place(long id, InetSocketAddress address, long nowNanos) {
        assertTrue(clients.hasRoom());
        return clients.add(new Client(LinkRig.keys(id), ByteBuffer.allocate(Sealer.OVERHEAD), address, 0, 1, nowNanos));
    }

    @Test
    void aSilentClientKeepsItsPlaceForSomeTime() {
        // With the wrap of the clock in between.
        long now = Long.MAX_VALUE - 1;
        clients.admit(place(2, ADDRESS, now), 1);
        clients.expire(now + Clients.SILENT_NANOS - 1, client -> {});
        assertEquals(List.of(ADDRESS), admitted());
        clients.expire(now + Clients.SILENT_NANOS, client -> {});
        assertEquals(List.of(), admitted());
        clients.expire(now + Clients.IDLE_NANOS - 1, client -> {});
        assertEquals(1, clients.places.size());
        clients.expire(now + Clients.IDLE_NANOS, client -> {});
        assertEquals(0, clients.places.size());
    }

    @Test
    void aClientThatIsAdmittedAgainKeepsItsFirstEvents() {
        Client client = place(2, ADDRESS, 0);
        clients.admit(client, 1).firstEvents = 7;
        clients.dismiss(client);
        assertEquals(7, clients.admit(client, 1).firstEvents);
    }
}
