package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalConnectionsTest {
    @Test
    void aClosedConnectionDeliversWhatItHasAndFreesItsQueues() {
        LocalConnections connections = new LocalConnections();
        List<String> packets = new ArrayList<>();
        LockstepTransport first = connections.add();
        LockstepTransport second = connections.add();
        first.send(ByteBuffer.allocate(1));
        first.close();
        for (int i = 0; i < 2; i++) {
            second.send(ByteBuffer.allocate(2));
            connections.poll((peer, packet) -> packets.add(peer - Long.MIN_VALUE + ": " + packet.remaining()));
        }
        connections.send(Long.MIN_VALUE, ByteBuffer.allocate(3));
        connections.send(Long.MIN_VALUE + 1, ByteBuffer.allocate(4));
        second.poll(packet -> packets.add("to 1: " + packet.remaining()));
        assertEquals(List.of("0: 1", "1: 2", "1: 2", "to 1: 4"), packets);
        assertTrue(connections.areOpen());
    }
}
