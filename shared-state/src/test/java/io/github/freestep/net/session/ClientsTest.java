package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClientsTest {
    private static final InetSocketAddress ADDRESS = new InetSocketAddress("127.0.0.1", 5);

    private final Set<InetSocketAddress> admitted = new HashSet<>();
    private final Clients clients = new Clients(new ServerLink.Admission() {
        @Override
        public void admit(InetSocketAddress client) {
            admitted.add(client);
        }

        @Override
        public void dismiss(InetSocketAddress client) {
            admitted.remove(client);
        }
    });

    /** A receiver that is started again can get the port of the one before. */
    @Test
    void theEndOfAClientLeavesTheNextOneWithItsAddress() {
        admit(0);
        admit(Clients.SILENT_NANOS - 1);
        clients.expire(Clients.SILENT_NANOS);
        assertEquals(Set.of(ADDRESS), admitted);
        clients.expire(Clients.SILENT_NANOS - 1 + Clients.IDLE_NANOS);
        assertEquals(Set.of(), admitted);
    }

    private void admit(long nowNanos) {
        Client client = clients.free();
        assertNotNull(client);
        client.present = true;
        client.confirmed = true;
        client.address = ADDRESS;
        client.heardNanos = nowNanos;
        clients.admit(client);
    }
}
