package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.VirtualNetwork;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** A server says to its clients that it ends. */
class GoneTest {
    private final LinkRig rig = connected(5);

    private static LinkRig connected(long seed) {
        LinkRig rig = new LinkRig(seed);
        assertTrue(rig.run(100).client.input.isConnected());
        assertEquals(1, rig.admitted().size());
        return rig;
    }

    private static byte[] notice(LinkRig rig) {
        byte[][] notice = new byte[1][];
        rig.server.end((datagram, to) -> {
            assertEquals(rig.address, to);
            notice[0] = VirtualNetwork.copy(datagram);
        });
        return notice[0];
    }

    private static boolean hears(LinkRig rig, byte[] datagram) {
        assertFalse(rig.client.hear(ByteBuffer.wrap(datagram), rig.nowNanos), "no server is there");
        boolean isGone = rig.client.takeGone();
        assertFalse(rig.client.takeGone(), "once");
        assertEquals(isGone, !rig.client.joined);
        return isGone;
    }

    /** A notice that is forged, changed, or came before. */
    @Test
    void aNoticeWithoutTheRightSealIsIgnored() {
        byte[] notice = notice(rig);
        for (int i = 0; i < notice.length; i++) {
            byte[] changed = notice.clone();
            changed[i] ^= 1;
            assertFalse(hears(rig, changed), "byte " + i);
        }
        assertFalse(hears(rig, notice(connected(6))), "of another key");
        assertFalse(hears(rig, rig.toClient.get(rig.toClient.size() - 1)), "a reply");
        assertTrue(rig.client.input.action(1, 1));
        assertTrue(hears(rig, notice));
        rig.restart();
        rig.run(300);
        assertFalse(hears(rig, notice), "a replay from the run before");
    }

    /** A reply of the former server may be under way while the client greets the next one. */
    @Test
    void aLateReplyOfTheFormerServerIsIgnored() {
        LinkRig link = connected(8);
        link.run(1_500);
        byte[] reply = link.toClient.get(link.toClient.size() - 1);
        assertTrue(hears(link, notice(link)));
        assertFalse(link.client.hear(ByteBuffer.wrap(reply), link.nowNanos));
        assertFalse(link.client.joined);
        link.restart();
        link.run(300);
        assertTrue(link.client.joined);
    }
}
