package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LastMessagesTest {
    private final LastMessages sender = new LastMessages();
    private final LastMessages receiver = new LastMessages();

    /** Passes a message on, and returns the bytes that it took. */
    private int pass(byte... message) throws InvalidMessageException {
        ByteBuffer from = ByteBuffer.wrap(message);
        ByteBuffer difference = sender.differenceOf(from);
        int bytes = difference == null ? message.length : difference.remaining();
        assertTrue(bytes <= message.length);
        ByteBuffer to = difference == null ? from.duplicate() : receiver.restore(difference);
        assertEquals(from, to);
        sender.keep(from);
        receiver.keep(to);
        return bytes;
    }

    @Test
    void allMessagesComeOutAsTheyWere() throws InvalidMessageException {
        Random random = Seeds.random(5);
        byte[] message = new byte[40];
        for (int i = 0; i < 5_000; i++) {
            if (random.nextInt(20) == 0) {
                message = new byte[random.nextInt(1 + random.nextInt(2 * LastMessages.LONGEST))];
            }
            for (int change = random.nextInt(10); change > 0 && message.length > 0; change--) {
                message[random.nextInt(message.length)] = (byte) random.nextInt(4);
            }
            pass(message);
        }
    }

    @Test
    void nonsenseIsRefused() throws InvalidMessageException {
        pass(new byte[20]);
        int place = sender.differenceOf(ByteBuffer.allocate(20)).get();
        assertThrows(InvalidMessageException.class, () -> receiver.restore(ByteBuffer.allocate(0)));
        for (byte[] wrong : new byte[][] {
            {(byte) (place + 1)},
            {-1},
            {16},
            {(byte) place, 1},
            {(byte) place, (byte) 0xF0, 0x61, 1},
            {(byte) place, 0x05}
        }) {
            assertThrows(InvalidMessageException.class, () -> receiver.restore(ByteBuffer.wrap(wrong)));
        }
        Random random = Seeds.random(6);
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            try {
                assertEquals(20, receiver.restore(ByteBuffer.wrap(bytes)).remaining());
            } catch (InvalidMessageException e) {
                assertTrue(e.getMessage().contains("difference"), e.getMessage());
            }
        }
    }
}
