package io.github.freestep.net.seal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.junit.jupiter.api.Test;

class AddressTicketsTest {
    private static final SocketAddress HERE = new InetSocketAddress("127.0.0.1", 1);
    private static final SocketAddress PORT = new InetSocketAddress("127.0.0.1", 2);
    private static final SocketAddress HOST = new InetSocketAddress("127.0.0.2", 1);
    private static final SocketAddress NAMED = InetSocketAddress.createUnresolved("a", 1);
    private static final long SECOND = 1_000_000_000;

    private final AddressTickets tickets = new AddressTickets();

    /** Otherwise a peer could return its own ticket from a forged source, and a third machine would get its states. */
    @Test
    void aTicketProvesOnlyTheSourceThatItWasSentToForSomeTime() {
        long now = -2 * SECOND;
        long ticket = tickets.of(HERE, 7, 1, now);
        assertTrue(is(HERE, 7, ticket, now));
        assertTrue(is(HERE, 7, ticket, now + 4 * SECOND));
        assertFalse(is(HERE, 7, ticket, now + 8 * SECOND));
        assertFalse(is(PORT, 7, ticket, now));
        assertFalse(is(HOST, 7, ticket, now));
        assertFalse(is(NAMED, 7, ticket, now));
        assertFalse(is(HERE, 8, ticket, now));
        assertFalse(tickets.isOf(HERE, 7, 2, ticket, -1, now), "of another process");
        assertFalse(is(HERE, 7, ticket ^ 1, now));
        assertTrue(tickets.isOf(HERE, 7, 1, ticket ^ 1L << 32, 0xFFFF_FFFFL, now));
        assertNotEquals(ticket, new AddressTickets().of(HERE, 7, 1, now), "of another run");
    }

    private boolean is(SocketAddress source, long peer, long ticket, long now) {
        return tickets.isOf(source, peer, 1, ticket, -1, now);
    }
}
