package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Await;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventSubscriptionTest {
    /** Only a hanging thread takes this long. */
    private static final long LIMIT_SECONDS = 60;

    private final RunOutput output = ServicelessEvents.create();
    private final Events events = output.events();
    private final EventSink sink = output.get();
    private final EventLog log = new EventLog();
    private final EventLog otherLog = new EventLog();

    /** Blocks handlers that wait for it. */
    private final Gate gate = new Gate();

    @AfterEach
    void noThreadIsLeft() {
        gate.open();
        endService();
        assertEquals(List.of(), threads());
    }

    @Test
    void aHandlerGetsADaemonThreadWithItsName() {
        AtomicReference<Thread> seen = new AtomicReference<>();
        EventSubscription subscription = events.with().subscribe("audio", event -> seen.set(Thread.currentThread()));
        assertEquals("audio", subscription.name());
        assertEquals(List.of("freestep-events-audio"), threads());
        write(0, 0, 1);
        endService();
        assertEquals("freestep-events-audio", seen.get().getName());
        assertTrue(seen.get().isDaemon());
        assertFalse(subscription.isOpen());
    }

    @Test
    void aSleepingHandlerIsWokenByEachFlush() throws InterruptedException {
        Semaphore handled = new Semaphore(0);
        EventSubscription subscription = events.with().subscribe("woken", event -> handled.release());
        // Each round waits for the one before, so a single lost wake-up fails the test.
        for (int i = 0; i < 20_000; i++) {
            write(i, i, i + 1);
            events.writer.flush();
            assertTrue(handled.tryAcquire(LIMIT_SECONDS, TimeUnit.SECONDS), "event " + i);
        }
        Await.until(() -> subscription.delivery.thread().getState() == Thread.State.WAITING);
    }

    @Test
    void closeDeliversTheRemainingEventsAndWaitsForTheThread() {
        EventSubscription subscription = events.with().subscribe("leaving", log);
        EventSubscription other = events.with().subscribe("staying", otherLog);
        write(0, 0, 3);
        subscription.close();
        log.assertLines("0", "1", "2");
        assertEquals(List.of("freestep-events-staying"), threads());
        assertFalse(subscription.isOpen());
        subscription.close();
        write(1, 3, 4);
        assertTrue(other.isOpen());
        other.close();
        log.assertLines("0", "1", "2");
        otherLog.assertLines("0", "1", "2", "3");
        assertEquals(0, events.consumers.rings().length);
    }

    @Test
    void closeNamesAHangingHandler() {
        EventSubscription hanging = events.with().subscribe("hanging", event -> {
            gate.hang();
            log.onEvent(event);
        });
        events.with().subscribe("quick", otherLog);
        write(0, 0, 1);
        events.writer.flush();
        gate.awaitEntered();
        IllegalStateException failure = assertThrows(IllegalStateException.class, () -> hanging.close(2_000_000));
        assertTrue(
                failure.getMessage().contains("subscription hanging did not return within 2 ms"), failure.getMessage());
        String stack = List.of(failure.getCause().getStackTrace()).toString();
        assertTrue(stack.contains(getClass().getName()), stack);
        events.close();
        assertFalse(events.awaitEnd(1_000_000));
        assertSame(hanging.delivery.thread(), events.running());
        assertTrue(hanging.isOpen());
        gate.open();
        endService();
        assertFalse(hanging.isOpen());
        hanging.close();
        log.assertLines("0");
    }

    private void write(long tick, long from, long to) {
        output.openStep.begin(tick, tick * 10);
        for (long value = from; value < to; value++) {
            sink.user(0, 0, 0, 0, 0, 0, value);
        }
    }

    private void endService() {
        events.close();
        assertTrue(events.awaitEnd(TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)), () -> events.running() + " hang");
    }

    private static List<String> threads() {
        return OwnThreads.named(Events.THREAD_PREFIX);
    }
}
