package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientsTest {
    private static final InetSocketAddress ADDRESS = new InetSocketAddress("127.0.0.1", 5);

    private final Clients clients = new Clients();

    private List<SocketAddress> admitted() {
        return clients.admitted.stream().map(status -> status.address).toList();
    }

    private Client place(long id, InetSocketAddress address, long nowNanos) {
        assertTrue(clients.hasRoom());
        return clients.add(new Client(id, null, ByteBuffer.allocate(0), address, 0, 1, nowNanos));
    }

    private static InetSocketAddress address(int... bytes) {
        byte[] raw = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            raw[i] = (byte) bytes[i];
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(raw), 5);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSilentClientKeepsItsPlaceForSomeTime() {
        // With the wrap of the clock in between.
        long now = Long.MAX_VALUE - 1;
        clients.admit(place(2, ADDRESS, now));
        clients.expire(now + Clients.SILENT_NANOS - 1);
        assertEquals(List.of(ADDRESS), admitted());
        clients.expire(now + Clients.SILENT_NANOS);
        assertEquals(List.of(), admitted());
        clients.expire(now + Clients.IDLE_NANOS - 1);
        assertEquals(1, clients.size());
        clients.expire(now + Clients.IDLE_NANOS);
        assertEquals(0, clients.size());
    }

    /** A receiver that was started again may have the port of the one before. It must not get each state twice. */
    @Test
    void anAddressHasOneClientAtATime() {
        long now = Long.MAX_VALUE - 1;
        Client first = place(1, ADDRESS, now);
        Client second = place(2, ADDRESS, now);
        clients.admit(first);
        assertTrue(clients.isTaken(ADDRESS, second));
        assertFalse(clients.isTaken(address(10, 0, 0, 1), second));
        clients.leave(first);
        assertEquals(List.of(), admitted());
        assertFalse(clients.isTaken(ADDRESS, second));
        assertTrue(clients.mayHave(ADDRESS, second, now));
        clients.admit(second);
        clients.leave(second);
        Client third = place(3, ADDRESS, now);
        assertFalse(clients.mayHave(ADDRESS, third, now + Client.MOVE_NANOS - 1));
        assertTrue(clients.mayHave(address(10, 0, 0, 1), third, now));
        assertTrue(clients.mayHave(ADDRESS, third, now + Client.MOVE_NANOS));
    }

    /** A transport of the host's own may know its peers by name. They could all be one stranger. */
    @Test
    void addressesWithoutAHostAreOneHost() {
        for (int i = 0; i < Clients.MOST_PER_HOST; i++) {
            InetSocketAddress named = InetSocketAddress.createUnresolved("player" + i, 5);
            assertFalse(clients.isCrowded(named, null));
            place(i, named, 0);
        }
        assertTrue(clients.isCrowded(InetSocketAddress.createUnresolved("player", 5), null));
        assertFalse(clients.isCrowded(address(10, 0, 0, 1), null));
    }
}
