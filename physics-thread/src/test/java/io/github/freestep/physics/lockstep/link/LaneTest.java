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
        sender.readAck(ByteBuffer.allocate(12).putInt(upTo).putLong(mask).flip());
    }

    private void send() throws InvalidMessageException {
        ByteBuffer packet = ByteBuffer.allocate(1_000);
        assertTrue(sender.write(packet, 0, TIMEOUT));
        packet.flip();
        while (packet.hasRemaining()) {
            boolean last = (packet.get() & 2) != 0;
            int sequence = packet.getInt();
            receiver.read(sequence, last, packet, packet.getShort(), message -> received.add((int) message.get()));
        }
    }
}
