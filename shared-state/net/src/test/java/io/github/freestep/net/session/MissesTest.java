package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a client asks to be sent again. */
class MissesTest {
    @Test
    void anAdmittedClientIsHeardAtOnceAndOnceOnly() {
        LinkRig rig = new LinkRig(4).run(300);
        rig.client.input.axis(1, 5);
        rig.client.misses(77, 0x8000_0000_0000_0005L);
        assertEquals(List.of("1 77 8000000000000005"), rig.run(3).repeats);
        assertEquals(1, rig.taken.size(), "the input beside it");
        assertEquals(1, rig.run(300).repeats.size());
    }

    /** Otherwise a stranger could let the server send to any address. */
    @Test
    void anotherAddressAndARecordingAreNotHeard() {
        LinkRig rig = new LinkRig(4);
        rig.client.misses(1, 1);
        assertEquals(List.of(), rig.run(1).repeats, "not admitted yet");
        rig.run(300);
        rig.client.misses(77, 1);
        rig.run(3);
        rig.repeats.clear();
        byte[] recorded = rig.toServer.get(rig.toServer.size() - 1);
        rig.server.receive(ByteBuffer.wrap(recorded), LinkRig.address(2), rig.nowNanos + LinkRig.OFFSET);
        assertEquals(List.of(), rig.repeats);
        rig.restart();
        rig.server.receive(ByteBuffer.wrap(recorded), rig.address, rig.nowNanos + LinkRig.OFFSET);
        assertEquals(List.of(), rig.repeats);
    }
}
