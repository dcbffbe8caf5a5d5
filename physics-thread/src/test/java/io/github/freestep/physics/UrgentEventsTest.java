package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.testing.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hung steps and failed handlers are reported past the ring, which only the physics thread may write to. */
@Timeout(60)
class UrgentEventsTest {
    private static final Exception CAUSE = new Exception("it hangs");

    private final Events events = ServicelessEvents.create();
    private final EventSink sink = events.sink;
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final EventHandler log = new EventHandler() {
        @Override
        public void onEvent(PhysicsEvent event) {
            lines.add(event.toString());
        }

        @Override
        public void onMissed(long count, long sinceTick) {
            lines.add("missed " + count + " since tick " + sinceTick);
        }
    };

    @AfterEach
    void end() {
        events.close();
        assertTrue(events.awaitEnd(TimeUnit.MINUTES.toNanos(1)));
    }

    @Test
    void aReaderGetsItBeforeTheEventsInItsRing() {
        EventReader reader = events.with().open();
        sink.number(Kind.SLIP, 1, 10, 5);
        events.reportHang(2, 20, CAUSE);
        assertEquals(2, reader.poll(log));
        assertLines(hung(2), "SLIP tick 1 at 10 ns, dropped 5 ns");
        assertEquals(0, reader.poll(log));
    }

    @Test
    void aSleepingSubscriptionWakesForIt() {
        EventSubscription subscription = events.with().subscribe("log", log);
        Thread thread = subscription.thread();
        Await.until(() -> thread.getState() == Thread.State.WAITING, thread::getState);
        events.reportHang(2, 20, CAUSE);
        Await.until(() -> !lines.isEmpty(), () -> thread.getState() + ", failure " + subscription.failure());
        assertLines(hung(2));
    }

    @Test
    void aReaderThatIsNotPolledMissesTheNewest() {
        EventReader reader = events.with().open();
        report(1, 67);
        assertEquals(3, reader.missed());
        assertEquals(64, reader.poll(log));
        assertEquals("missed 3 since tick 65", lines.get(64));
        report(68, 68);
        assertEquals(1, reader.poll(log));
        assertEquals(hung(68), lines.get(65));
        report(70, 134);
        assertEquals(64, reader.poll(log));
        assertEquals("missed 1 since tick 134", lines.get(130));
        assertEquals(4, reader.missed());
        assertTrue(reader.isOpen());
    }

    @Test
    void aHungStepThatDoesNotFitEndsAConsumerThatMustMissNothing() {
        EventReader ending = events.with().onSlow(SlowConsumerPolicy.end()).open();
        report(1, 65);
        assertEquals(64, ending.poll(log));
        assertEquals("missed 1 since tick 65", lines.get(64));
        assertFalse(ending.isOpen());
    }

    private void report(long from, long to) {
        for (long tick = from; tick <= to; tick++) {
            events.reportHang(tick, 10 * tick, CAUSE);
        }
    }

    private static String hung(long tick) {
        return "HUNG_STEP tick " + tick + " at " + 10 * tick + " ns, cause java.lang.Exception: it hangs";
    }

    private void assertLines(String... expected) {
        assertEquals(List.of(expected), lines);
    }
}
