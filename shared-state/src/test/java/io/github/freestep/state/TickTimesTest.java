package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.Test;

/** The times of ticks, which readers copy while the publisher goes on. */
class TickTimesTest {
    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(1));
    private final StateBuffer states = publisher.states();

    private void ticks(long from, long to) {
        for (long tick = from; tick < to; tick++) {
            publisher.tick(tick, 10 * tick, 10 * tick + 1, 10 * tick + 5);
        }
    }

    @Test
    void aReaderGetsEachTickOnce() {
        long[] into = new long[40];
        assertEquals(0, states.ticks(0, into));
        ticks(7, 9);
        assertEquals(2, states.ticks(0, into));
        assertArrayEquals(new long[] {7, 70, 71, 75, 8, 80, 81, 85}, java.util.Arrays.copyOf(into, 8));
        ticks(9, 10);
        assertEquals(3, states.ticks(2, into));
        assertArrayEquals(new long[] {9, 90, 91, 95, 8, 80, 81, 85}, java.util.Arrays.copyOf(into, 8));
        assertEquals(3, states.ticks(3, into));
    }

    @Test
    void aLateReaderGetsTheNewestTicksThatFit() {
        ticks(0, 1_000);
        long[] few = new long[12];
        assertEquals(1_000, states.ticks(0, few));
        assertEquals(997, few[0]);
        long[] all = new long[4 * 1_000];
        assertEquals(1_000, states.ticks(0, all));
        // The publisher may be writing over the oldest row.
        assertEquals(State.NO_TICK, all[0]);
        assertEquals(745, all[4]);
        assertEquals(999, all[4 * 255]);
        assertEquals(0, all[4 * 256]);
    }

    /** However often the publisher overtakes the reader, a tick has its own times or none. */
    @Test
    void noTickHasTheTimesOfAnother() throws InterruptedException {
        Thread writer = new Thread(() -> ticks(0, 3_000_000));
        writer.start();
        long[] into = new long[4 * 256];
        long seen = 0;
        long whole = 0;
        while (seen < 3_000_000) {
            long count = states.ticks(seen, into);
            int rows = (int) Math.min(256, count - seen);
            for (int row = 0; row < rows; row++) {
                long tick = into[4 * row];
                if (tick != State.NO_TICK) {
                    whole++;
                    long at = 10 * (count - rows + row);
                    assertArrayEquals(
                            new long[] {at / 10, at, at + 1, at + 5},
                            new long[] {tick, into[4 * row + 1], into[4 * row + 2], into[4 * row + 3]});
                }
            }
            seen = count;
        }
        writer.join();
        assertTrue(whole > 0);
    }

    @Test
    void anOverloadHoldsUntilItEnds() {
        try (StateReader reader = states.reader()) {
            publish(0);
            assertFalse(newest(reader).isOverloaded());
            publisher.begin(1, 10, new TimeAnchor(), 10);
            publisher.overloaded(true);
            publisher.publish(11);
            assertTrue(newest(reader).isOverloaded());
            publish(2);
            assertTrue(newest(reader).isOverloaded());
            publisher.amend(new TimeAnchor());
            publisher.overloaded(false);
            publisher.publish(21);
            assertFalse(newest(reader).isOverloaded());
            for (int tick = 3; tick < 20; tick++) {
                publish(tick);
                assertFalse(newest(reader).isOverloaded());
            }
        }
    }

    private void publish(long tick) {
        publisher.begin(tick, 10 * tick, new TimeAnchor(), 10 * tick);
        publisher.publish(10 * tick + 1);
    }

    private static State newest(StateReader reader) {
        reader.acquire();
        return reader.state(0);
    }
}
