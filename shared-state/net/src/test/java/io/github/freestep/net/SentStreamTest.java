package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class SentStreamTest {
    private final SentStream stream = new SentStream();
    private final ByteBuffer read = ByteBuffer.allocate(DatagramTransport.MAX_BYTES);

    private void add(long nowNanos) {
        int number = stream.next;
        ByteBuffer datagram = ByteBuffer.allocate(10 + number % 1_000).position(3);
        stream.add(datagram.putInt(3, number), nowNanos);
        assertEquals(3, datagram.position());
        assertEquals(number + 1, stream.next);
    }

    private boolean isThere(int number) {
        boolean isThere = stream.read(number, read);
        if (isThere) {
            assertEquals(7 + number % 1_000, read.remaining());
            assertEquals(number, read.getInt(0));
        }
        return isThere;
    }

    @Test
    void atMostThoseOfAWindowAreThere() {
        assertFalse(isThere(0), "none has this number");
        for (int i = 1; i <= 3_000; i++) {
            add(i);
        }
        assertFalse(isThere(3_000 - SentStream.MOST));
        assertFalse(isThere(3_001), "not yet");
        assertTrue(isThere(3_001 - SentStream.MOST));
        assertTrue(isThere(3_000));
    }
}
