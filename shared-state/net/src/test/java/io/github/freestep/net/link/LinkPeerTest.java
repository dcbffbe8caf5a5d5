package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class LinkPeerTest {
    private static final long SECOND = 1_000_000_000;

    private final LinkPeer peer = new LinkPeer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), 0);

    @Test
    void aThousandControlDatagramsPerSecondAreTaken() {
        assertEquals(1_000, controls(0));
        assertEquals(500, controls(SECOND / 2));
        assertEquals(1_000, controls(10 * SECOND), "what was not used before does not count");
    }

    private int controls(long nowNanos) {
        int taken = 0;
        while (peer.mayControl(nowNanos)) {
            taken++;
        }
        return taken;
    }

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
    void eachStateIsSentAsChosen() {
        assertEquals(1, peer.times(2 * 7), "before anything was chosen");
        assertEquals(1, peer.times(2 * 7 + 1), "its copies");
        peer.beginState(8, 0, false);
        peer.beginState(9, 3, true);
        assertEquals(0, peer.times(2 * 8));
        assertEquals(0, peer.times(2 * 8 + 1));
        assertEquals(3, peer.times(2 * 9));
        assertEquals(1, peer.times(2 * 9 + 1));
        assertEquals(0, peer.times(2 * 8), "a state that still waits to be sent");
    }

    @Test
    void countsWhatWasSentAndRepeated() {
        assertEquals(0, peer.sentBytes());
        peer.sent(1_000);
        peer.mayRepeat(600);
        peer.mayRepeat(500);
        assertEquals(1_600, peer.sentBytes());
    }
}
