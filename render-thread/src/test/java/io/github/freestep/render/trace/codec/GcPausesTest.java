package io.github.freestep.render.trace.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.GarbageCollectionNotificationInfo;
import io.github.freestep.time.VirtualClock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Alone, because another test that collects garbage would add pauses. */
@Isolated
@Timeout(60)
class GcPausesTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    /** Times are in whole milliseconds. */
    private static final long ROUNDED_NANOS = 3 * MILLI;

    @Test
    void aPauseIsKnownBeforeItsNotificationAndCountsOnce() throws Exception {
        LinkedBlockingQueue<Notification> notifications = new LinkedBlockingQueue<>();
        NotificationListener listener = (notification, handback) -> notifications.add(notification);
        long opening = System.nanoTime();
        GcPauses pauses = GcPauses.open(System::nanoTime);
        assertNotNull(pauses);
        long allowed = ROUNDED_NANOS + System.nanoTime() - opening;
        // From here on it hears of a pause only what this test hands on.
        pauses.close();
        List<NotificationEmitter> collectors = new ArrayList<>();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collectors.add((NotificationEmitter) collector);
        }
        while (pauses.next() != null) {}
        for (NotificationEmitter collector : collectors) {
            collector.addNotificationListener(listener, null, null);
        }
        try {
            long before = System.nanoTime();
            System.gc();
            long after = System.nanoTime();
            pauses.catchUp();
            List<long[]> found = new ArrayList<>();
            for (long[] pause = pauses.next(); pause != null; pause = pauses.next()) {
                found.add(pause);
            }
            long[] last = found.get(found.size() - 1);
            assertTrue(before - last[0] < allowed && last[0] + last[1] - after < allowed, "its time");
            pauses.catchUp();
            assertNull(pauses.next());
            Notification notification = notifications.take();
            while (!cause(notification).equals("System.gc()")) {
                notification = notifications.take();
            }
            pauses.handleNotification(notification, null);
            assertNull(pauses.next(), "it is the notification of a known pause");
            pauses.handleNotification(notification, null);
            assertNotNull(pauses.next(), "only one notification belongs to the known pause");
        } finally {
            for (NotificationEmitter collector : collectors) {
                collector.removeNotificationListener(listener);
            }
        }
    }

    @Test
    void aStallBetweenReadingsDoesNotMakeTheClockAnotherOne() {
        assertTrue(GcPauses.isClose(0, 0, 3 * SECOND));
        assertTrue(GcPauses.isClose(0, 3 * SECOND, 3 * SECOND));
        assertTrue(GcPauses.isClose(0, -SECOND / 2, 0));
        assertFalse(GcPauses.isClose(0, 5 * SECOND, 3 * SECOND));
        assertFalse(GcPauses.isClose(5 * SECOND, 3 * SECOND, 6 * SECOND));
    }

    @Test
    void aStallBetweenReadingsDoesNotShiftThePauses() {
        VirtualClock clock = new VirtualClock(Long.MAX_VALUE - SECOND);
        long started = clock.nanoTime();
        // Classes are loaded during the first reading, and the machine stalls during the second one.
        Iterator<Long> lasts = List.of(30 * MILLI, 1_500 * MILLI, 0L, 0L).iterator();
        assertEquals(started, GcPauses.origin(clock, () -> {
            clock.advance(lasts.next());
            return (clock.nanoTime() - started) / MILLI;
        }));
    }

    private static String cause(Notification notification) {
        return GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                .getGcCause();
    }
}
