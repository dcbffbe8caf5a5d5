package io.github.freestep.physics.lockstep.packets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacketQueueTest {
    private final PacketQueue queue = PacketQueue.of(16_384);

    @Test
    void packetsComeInOrderAfterTheirPeers() {
        ByteBuffer packet = ByteBuffer.wrap(new byte[] {9, 1, 2, 9}, 1, 2);
        assertTrue(queue.offer(-7, packet));
        assertTrue(queue.offer(0x0102030405060708L, ByteBuffer.allocate(0)));
        assertEquals(2, packet.remaining());
        assertFalse(queue.isEmpty());
        List<String> taken = new ArrayList<>();
        assertEquals(2, queue.poll(datagram -> {
            long peer = datagram.getLong();
            taken.add(peer + ":" + datagram.remaining() + (datagram.hasRemaining() ? ":" + datagram.getShort() : ""));
        }));
        assertEquals(List.of("-7:2:258", "72623859790382856:0"), taken);
        assertTrue(queue.isEmpty());
        assertEquals(0, queue.poll(datagram -> taken.add("none")));
    }

    @Test
    void whatDoesNotFitIsRefusedUntilThereIsRoom() {
        ByteBuffer packet = ByteBuffer.allocate(1_000);
        int fit = 0;
        while (queue.offer(1, packet)) {
            fit++;
        }
        assertEquals(16, fit);
        assertEquals(fit, queue.poll(datagram -> assertEquals(1_008, datagram.remaining())));
        assertTrue(queue.offer(1, packet));
    }
}
