package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReceivedStreamTest {
    private static final long MILLI = 1_000_000;
    private static final int WINDOW = ReceivedStream.WINDOW;

    private final List<Integer> taken = new ArrayList<>();
    private final ReceivedStream stream = new ReceivedStream(content -> taken.add(content.getInt()));
    private long now = 77 * MILLI;

    private boolean take(int number) {
        return stream.take(number, ByteBuffer.allocate(5).putInt(number).rewind(), now);
    }

    @Test
    void aReceiverBeginsWithTheFirstThatComes() {
        assertTrue(take(8));
        assertFalse(take(7), "sent before it has joined");
        assertFalse(take(8));
        assertTrue(take(9));
        assertEquals(List.of(8, 9), taken);
        stream.restart();
        assertTrue(take(3));
        assertEquals(List.of(8, 9, 3), taken);
    }

    @Test
    void whatIsMissedIsAskedForAndComesInOrder() {
        take(10);
        take(12);
        take(15);
        assertFalse(stream.asks(now), "it may be late");
        now += ReceivedStream.LATE_NANOS;
        assertTrue(stream.asks(now));
        assertEquals(11, stream.expected);
        assertEquals(0b01101, stream.missed());
        assertFalse(stream.asks(now), "it is on its way");
        now += ReceivedStream.AGAIN_NANOS;
        assertTrue(stream.asks(now));
        take(11);
        assertEquals(List.of(10, 11, 12), taken);
        take(14);
        assertFalse(take(14));
        take(13);
        assertEquals(List.of(10, 11, 12, 13, 14, 15), taken);
        now += 100 * MILLI;
        assertFalse(stream.asks(now));
    }

    /** Otherwise, the receiver would not know that it was sent. */
    @Test
    void theLastOneIsMissedWhenAPieceNamesIt() {
        take(10);
        stream.newest(11, now);
        now += ReceivedStream.LATE_NANOS;
        assertTrue(stream.asks(now));
        assertEquals(11, stream.expected);
        assertEquals(1, stream.missed());
        stream.newest(10, now);
        assertTrue(take(11));
        assertEquals(List.of(10, 11), taken);
    }

    @Test
    void whatNeverComesIsLeftOut() {
        take(10);
        take(13);
        take(15);
        now += ReceivedStream.GIVE_UP_NANOS - 1;
        stream.poll(now);
        assertEquals(List.of(10), taken);
        stream.poll(++now);
        assertEquals(List.of(10, 13), taken);
        take(14);
        assertEquals(List.of(10, 13, 14, 15), taken);
        assertFalse(take(11));
        stream.newest(20, now);
        stream.poll(now += ReceivedStream.GIVE_UP_NANOS);
        assertTrue(take(21));
        assertEquals(21, taken.get(taken.size() - 1));
    }

    @Test
    void whatIsBeyondTheWindowBeginsAgain() {
        take(10);
        take(12);
        take(10 + WINDOW);
        assertEquals(List.of(10), taken, "11 may still come");
        assertTrue(take(11 + WINDOW));
        assertTrue(take(12 + 5 * WINDOW));
        assertEquals(List.of(10, 11 + WINDOW, 12 + 5 * WINDOW), taken);
        assertFalse(take(12));
    }

    /** For example one that the network has held back until the sender paused. */
    @Test
    void aLateDatagramAfterALongSilenceChangesNothing() {
        take(10);
        take(11);
        now += 10 * ReceivedStream.GIVE_UP_NANOS;
        assertFalse(take(10));
        stream.newest(9, now);
        assertTrue(take(12));
        now += ReceivedStream.GIVE_UP_NANOS;
        assertFalse(take(10));
        assertEquals(List.of(10, 11, 12), taken);
    }

    /** With random loss, repeats and order, and numbers that wrap. */
    @Test
    void eachComesOnceAndInOrder() {
        Random random = Seeds.random(3);
        int number = Integer.MAX_VALUE - 500;
        take(number - 1);
        List<Integer> flying = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            now += MILLI;
            if (random.nextInt(4) == 0) {
                flying.add(number++);
                Collections.swap(flying, flying.size() - 1, random.nextInt(flying.size()));
            }
            if (!flying.isEmpty()) {
                int next = flying.remove(0);
                if (random.nextInt(5) > 0) {
                    take(next);
                }
            }
            if (stream.asks(now)) {
                long missed = stream.missed();
                for (int i = 0; i < Long.SIZE; i++) {
                    int wanted = stream.expected + i;
                    if ((missed >>> i & 1) != 0 && number - wanted > 0 && random.nextInt(3) > 0) {
                        flying.add(wanted);
                    }
                }
            }
            stream.poll(now);
        }
        assertTrue(taken.size() > 4_000, () -> taken.size() + " taken");
        for (int i = 1; i < taken.size(); i++) {
            assertEquals(1, taken.get(i) - taken.get(i - 1));
        }
    }
}
