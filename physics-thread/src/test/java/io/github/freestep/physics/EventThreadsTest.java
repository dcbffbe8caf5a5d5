package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Logs;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * With real threads: the events that a consumer gets and those reported as missed are all that were written, in order.
 */
class EventThreadsTest {
    private static final int EVENTS = 1_000_000;
    private static final int EVENTS_PER_TICK = 100;

    private final RunOutput output = ServicelessEvents.create();
    private final Events events = output.events();
    private final EventSink sink = output.get();
    private final Thread physics = new Thread(this::write, "physics");

    /** The number of consumers that have yet to join and leave before the thread may end. */
    private volatile int roundsLeft;

    @Test
    @Logs(perhaps = "LIKELY_MISTAKE: a reader of events was never polled")
    void everyEventIsDeliveredOrReportedAsMissedInOrder() {
        Verifier tight = new Verifier(0);
        Verifier roomy = new Verifier(0);
        Verifier polling = new Verifier(0);
        EventSubscription tightSubscription = events.with().capacity(64).subscribe("tight", tight);
        EventSubscription roomySubscription = events.with().capacity(1_024).subscribe("roomy", roomy);
        EventReader reader = events.with().capacity(256).open();
        physics.start();
        while (reader.isOpen()) {
            reader.poll(polling);
        }
        assertTrue(events.awaitEnd(TimeUnit.MINUTES.toNanos(5)));
        assertComplete(tight, tightSubscription.missed(), tightSubscription.failure());
        assertComplete(roomy, roomySubscription.missed(), roomySubscription.failure());
        assertComplete(polling, reader.missed(), null);
    }

    @Test
    @Logs(perhaps = "LIKELY_MISTAKE: a reader of events was never polled")
    void consumersCanJoinAndLeaveWhileEventsAreWritten() {
        roundsLeft = 20;
        physics.start();
        try {
            while (physics.isAlive()) {
                joinAndLeave();
                roundsLeft = roundsLeft - 1;
            }
        } finally {
            roundsLeft = 0;
        }
        assertTrue(events.awaitEnd(TimeUnit.MINUTES.toNanos(5)));
        assertEquals(0, events.consumers.rings().length);
    }

    private void joinAndLeave() {
        Verifier subscribed = new Verifier(-1);
        Verifier polling = new Verifier(-1);
        try (EventReader reader = events.with().capacity(64).open()) {
            EventSubscription subscription = events.with().capacity(64).subscribe("brief", subscribed);
            for (int i = 0; i < 100; i++) {
                reader.poll(polling);
            }
            subscription.close();
            assertNull(subscription.failure(), () -> subscription.failure().toString());
        }
    }

    private void write() {
        for (int value = 0; value < EVENTS || roundsLeft > 0; value++) {
            if (value % EVENTS_PER_TICK == 0) {
                events.writer.flush();
                output.openStep.begin(value / EVENTS_PER_TICK, value);
            }
            sink.user(value + 1, value + 2, value + 3, value, value + 5, value + 6, value);
        }
        events.close();
    }

    private static void assertComplete(Verifier verifier, long missed, Throwable failure) {
        assertNull(failure, () -> failure.toString());
        assertEquals(EVENTS, verifier.next);
        assertEquals(EVENTS, verifier.delivered + missed);
        assertTrue(verifier.delivered > 0);
    }

    /** Fails unless each event is the next one, or the gap before it was reported. */
    private static final class Verifier implements EventHandler {
        private long next;
        private long delivered;

        /** {@code first} is the value of the first event; negative for any. */
        Verifier(long first) {
            next = first;
        }

        @Override
        public void onEvent(PhysicsEvent event) {
            int value = (int) event.data();
            next = next < 0 ? value : next;
            assertEquals(next++, value);
            assertEquals(value / EVENTS_PER_TICK, event.tick());
            assertEquals(value / EVENTS_PER_TICK * EVENTS_PER_TICK, event.simulationNanos());
            assertEquals(value + 1, event.code());
            assertEquals(value + 2, event.slotA());
            assertEquals(value + 3, event.slotB());
            assertEquals(value, event.x());
            assertEquals(value + 5, event.y());
            assertEquals(value + 6, event.z());
            delivered++;
        }

        @Override
        public void onMissed(long count, long sinceTick) {
            assertEquals(next / EVENTS_PER_TICK, sinceTick);
            next += count;
        }
    }
}
