package io.github.freestep.physics.lockstep.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaneTest {
    private static final int MAX_MESSAGE = 100;
    private static final int TIMEOUT = 1_000;

    private final Lane sender = new Lane(0, MAX_MESSAGE);
    private final Lane receiver = new Lane(0, MAX_MESSAGE);
    private final List<Integer> received = new ArrayList<>();

    @Test
    void anAcknowledgementOfWhatWasNeverSentIsIgnored() throws InvalidMessageException {
        queue(3);
        acknowledge(2, 0);
        acknowledge(0, -1);
        assertEquals(3, sender.queuedBytes());
        send();
        assertEquals(List.of(0, 1, 2), received);
        acknowledge(3, 0);
        assertTrue(sender.allDelivered());
    }

    @Test
    void anAcknowledgementThatWasOvertakenIsIgnored() throws InvalidMessageException {
        queue(3);
        send();
        acknowledge(2, 0);
        acknowledge(1, 0);
        assertEquals(1, sender.queuedBytes());
        assertFalse(sender.allDelivered());
    }

    private void queue(int messages) {
        for (int i = 0; i < messages; i++) {
            assertTrue(sender.offer(ByteBuffer.wrap(new byte[] {(byte) i})));
        }
    }

    private void acknowledge(int upTo, long mask) {
        ByteBuffer ack =
                ByteBuffer.allocate(10).putShort((short) upTo).putLong(mask).flip();
        sender.readAck(ack, Packet.ackFlag(0) | Packet.maskFlag(0), 0);
    }

    private void send() throws InvalidMessageException {
        ByteBuffer packet = ByteBuffer.allocate(1_000);
        UnitHeader header = new UnitHeader();
        header.begin();
        sender.write(packet, header, 0, 0, TIMEOUT, 1);
        packet.flip();
        header.begin();
        while (packet.hasRemaining()) {
            header.read(packet, packet.limit());
            receiver.read(header, packet, 0, message -> received.add((int) message.get()));
        }
    }
}
