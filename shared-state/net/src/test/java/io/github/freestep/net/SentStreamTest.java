package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class SentStreamTest {
    private static final long SECOND = 1_000_000_000;

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
    void whatIsYoungerThanFiveSecondsIsThere() {
        for (int i = 1; i <= 2_000; i++) {
            add(i * SECOND / 100);
        }
        assertFalse(isThere(0));
        assertFalse(isThere(2_001));
        assertFalse(isThere(500));
        for (int number = 1_500; number <= 2_000; number++) {
            assertTrue(isThere(number), "number " + number);
        }
    }

    @Test
    void atMostThoseOfAWindowAreThere() {
        for (int i = 1; i <= 3_000; i++) {
            add(i);
        }
        assertFalse(isThere(3_000 - SentStream.MOST));
        assertTrue(isThere(3_001 - SentStream.MOST));
        assertTrue(isThere(3_000));
    }

    @Test
    void fewDatagramsTakeLittleMemory() {
        for (int i = 1; i <= 1_000; i++) {
            add(i * SECOND);
        }
        assertFalse(isThere(968), "older than the few that are kept at least");
        assertTrue(isThere(969));
    }
}
