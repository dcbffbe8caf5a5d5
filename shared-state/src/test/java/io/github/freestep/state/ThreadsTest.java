package io.github.freestep.state;

import static io.github.freestep.testing.Refused.failureElsewhere;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.TimeAnchor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Publishers, writers and readers are each used by one thread only. */
class ThreadsTest {
    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(1));
    private final StateReader reader = publisher.states().reader();

    @Test
    void aSecondPublishingThreadIsRefused() {
        publish(0);
        assertRefused("publisher belongs to Thread[", () -> publish(1));
        assertRefused("publisher belongs to Thread[", () -> publisher.amend(new TimeAnchor()));
        publisher.begin(1, 0, new TimeAnchor(), 0);
        assertRefused("send it commands from the others", () -> publisher.publish(0));
        publisher.publish(0);
        assertTrue(reader.acquire());
        assertEquals(1, reader.state(0).tick());
    }

    @Test
    void aSecondWritingThreadIsRefused() {
        StateWriter writer = publisher.begin(0, 0, new TimeAnchor(), 0);
        float[] values = new float[1];
        assertRefused("publisher belongs to", () -> writer.positions(values, values, values, 0, 1));
        assertRefused("publisher belongs to", () -> publisher.input(1, 1));
        assertRefused("publisher belongs to", publisher::firstNotFinite);
    }

    @Test
    void aSecondReadingThreadIsRefused() {
        publish(0);
        assertTrue(reader.acquire());
        assertRefused("let every thread open its own", reader::acquire);
        assertRefused("reader belongs to Thread[", () -> reader.state(0));
        assertRefused("reader belongs to Thread[", reader::close);
        publish(1);
        assertTrue(reader.acquire());
    }

    @Test
    void theNextThreadThatUsesAReleasedPublisherOwnsIt() {
        publish(0);
        publisher.release();
        assertNull(failureElsewhere(() -> publish(1)));
        publisher.release();
        publish(2);
        assertRefused("publisher belongs to Thread[", () -> publish(3));
    }

    @Test
    void aFullBufferReusesTheSeatOfAReaderWhoseThreadHasEnded() {
        publish(0);
        List<StateReader> abandoned = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            assertNull(failureElsewhere(() -> {
                StateReader mine = publisher.states().reader();
                assertTrue(mine.acquire());
                abandoned.add(mine);
            }));
        }
        publish(1);
        // The oldest seats were reused. 62 readers are left, with the one of this test, which no thread has used yet.
        assertThrows(IllegalStateException.class, abandoned.get(0)::acquire);
        for (StateReader left : abandoned.subList(300 - 61, 300)) {
            assertTrue(left.acquire());
        }
        abandoned.get(0).close();
        assertTrue(reader.acquire());
        assertEquals(2, reader.size());
        assertThrows(IllegalStateException.class, publisher.states()::reader);
    }

    private void publish(int tick) {
        publisher.begin(tick, 0, new TimeAnchor(), 0);
        publisher.publish(0);
    }

    private static void assertRefused(String part, Runnable call) {
        Throwable failure = failureElsewhere(call);
        assertInstanceOf(IllegalStateException.class, failure);
        assertTrue(failure.getMessage().contains(part), failure.getMessage());
    }
}
