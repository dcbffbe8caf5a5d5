package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.HostAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** On a virtual clock. */
class SenderPlacesTest {
    private static final int FIRST = 100;

    private final SenderPlaces places = new SenderPlaces("127.0.0.1", FIRST);
    private long nowNanos = 77;

    /** Opens links without an answer. Returns the ports in order. */
    private List<Integer> search(int links) {
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < links; i++) {
            places.opened(nowNanos);
            ports.add(places.port());
            nowNanos += SenderPlaces.TRY_NANOS;
            assertFalse(places.isSilent(nowNanos));
            nowNanos++;
            assertTrue(places.isSilent(nowNanos));
            assertTrue(places.next());
        }
        return ports;
    }

    private void move(String host, int port) throws Exception {
        places.moveTo(host == null ? null : InetAddress.getByName(host), port);
        places.opened(nowNanos);
    }

    @Test
    void theOnlyPlaceIsTriedEveryFiveSeconds() {
        places.opened(nowNanos);
        assertFalse(places.isSilent(nowNanos + SenderPlaces.REOPEN_NANOS));
        assertTrue(places.isSilent(nowNanos + SenderPlaces.REOPEN_NANOS + 1));
        assertFalse(places.next());
        assertEquals(FIRST, places.port());
    }

    @Test
    void aHostThatHasMovedIsFoundByOneLookup() throws Exception {
        InetAddress next = InetAddress.getByName("127.0.0.2");
        AtomicReference<InetAddress> host = new AtomicReference<>(places.host());
        SenderPlaces moving = new SenderPlaces("server", HostAddress.of("server", name -> host.get()), FIRST);
        List<InetAddress> reached = new ArrayList<>();
        moving.reaches(reached::add);
        assertFalse(moving.moved());
        host.set(next);
        assertFalse(moving.next());
        while (!moving.host().equals(next)) {
            moving.moved();
        }
        assertEquals(List.of(next), reached);
        assertFalse(moving.moved());
    }

    @Test
    void aReceiverThatWasSentWhereNoSenderIsComesBack() throws Exception {
        move(null, 200);
        assertEquals(List.of(200, FIRST, 200, FIRST), search(4));
    }

    @Test
    void allPlacesAreTriedInTurn() throws Exception {
        move(null, 200);
        places.heard(nowNanos);
        move(null, 300);
        places.heard(nowNanos);
        move(null, 400);
        assertEquals(List.of(400, 300, FIRST, 400, 300), search(5));
        // It is at the first one now.
        move(null, 300);
        assertEquals(List.of(300, FIRST, 300), search(3));
    }

    @Test
    void whereASenderAnswersTheReceiverLooksOnceMoreAndThenElsewhere() throws Exception {
        move(null, 200);
        places.heard(nowNanos);
        nowNanos += SenderPlaces.REOPEN_NANOS;
        assertFalse(places.isSilent(nowNanos));
        assertTrue(places.isSilent(++nowNanos));
        assertFalse(places.next());
        assertEquals(List.of(200, FIRST, 200), search(3));
        places.heard(nowNanos);
        assertFalse(places.next());
    }

    /** A name can get another address, and an address of IPv6 can have a scope, which a notice cannot name. */
    @Test
    void theNameOfTheHostIsKeptIfOnlyThePortChanges() throws Exception {
        SenderPlaces named = new SenderPlaces("localhost", FIRST);
        named.moveTo(null, 200);
        assertEquals("localhost", named.name());
        named.moveTo(named.host(), 300);
        assertEquals("localhost", named.name());
        named.moveTo(InetAddress.getByName("192.0.2.1"), 300);
        assertEquals("192.0.2.1", named.name());
        assertEquals(new InetSocketAddress("192.0.2.1", 300), named.address());
    }
}
