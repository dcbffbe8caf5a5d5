package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LinkPeerTest {
    private static final long MILLI = 1_000_000;
    private static final long TRIP = 100 * MILLI;

    private final LinkPeer peer = new LinkPeer(VirtualLine.client(0));

    @Test
    void asMuchAsWasSentIsRepeated() {
        assertFalse(peer.mayRepeat(1));
        peer.sent(1_000);
        assertTrue(peer.mayRepeat(600));
        assertFalse(peer.mayRepeat(500));
        assertTrue(peer.mayRepeat(400));
        peer.sent(10 << 20);
        assertFalse(peer.mayRepeat((512 << 10) + 1));
        assertTrue(peer.mayRepeat(512 << 10));
    }

    @Test
    void whatIsOnItsWayIsNotRepeatedAgain() {
        long now = 5_000 * MILLI;
        assertEquals(0b1011, peer.asks(10, 0b1011, TRIP, now));
        assertEquals(0, peer.asks(10, 0b1011, TRIP, now + 50 * MILLI));
        assertEquals(0b1011, peer.asks(10, 0b1011, TRIP, now + 100 * MILLI), "it should have come");
        // The first two have come, and two more are missed.
        assertEquals(0b1_0100, peer.asks(13, 0b1_0101, TRIP, now + 120 * MILLI));
        assertEquals(0, peer.asks(13, 0b1_0101, TRIP, now + 130 * MILLI));
        assertEquals(0b1, peer.asks(13 + 64, 1, TRIP, now + 140 * MILLI));
    }

    @Test
    void withoutARoundTripAllIsRepeated() {
        assertEquals(1, peer.asks(1, 1, -1, 0));
        assertEquals(1, peer.asks(1, 1, -1, 0));
    }
}
