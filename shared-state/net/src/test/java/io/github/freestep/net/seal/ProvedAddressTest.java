package io.github.freestep.net.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.junit.jupiter.api.Test;

class ProvedAddressTest {
    private static final SocketAddress FORMER = new InetSocketAddress("127.0.0.1", 1);
    private static final SocketAddress NEW = new InetSocketAddress("127.0.0.1", 2);
    private static final SocketAddress THIRD = new InetSocketAddress("127.0.0.1", 3);

    /** Otherwise a peer could send its own ticket with a forged source, and a third machine would get what it asks for. */
    @Test
    void aTicketProvesOnlyTheSourceThatItWasSentTo() {
        ProvedAddress place = new ProvedAddress(FORMER, 10);
        assertTrue(place.isProved(FORMER, 10));
        assertEquals(11, place.ticketFor(NEW, ticket -> ticket + 1));
        assertFalse(place.isProved(THIRD, 10));
        assertFalse(place.isProved(THIRD, 11));
        assertFalse(place.isProved(FORMER, 11));
        assertFalse(place.isProved(NEW, 10));
        assertTrue(place.isProved(NEW, 11));
    }
}
