package io.github.freestep.internal.trace;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import io.github.freestep.time.NanoClock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * Receives the pauses of the garbage collectors, which report them in whole milliseconds. Thread-safe. Needs the module
 * jdk.management; without it, a trace has no pauses.
 */
public final class GcPauses implements NotificationListener, AutoCloseable {
    private static final long MILLI = 1_000_000;

    /** The clock must read the system's time, or the times of pauses would have no meaning. */
    private static final long CLOSE_NANOS = 1_000 * MILLI;

    private static final int MOST = 1_000;

    private final long originNanos;
    private final ArrayDeque<long[]> pauses = new ArrayDeque<>();

    private GcPauses(long originNanos) {
        this.originNanos = originNanos;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (stopsTheWorld(collector)) {
                ((NotificationEmitter) collector).addNotificationListener(this, null, null);
            }
        }
    }

    /** Begins to listen. Returns null if this Java run-time has no such beans, or the clock is not the system's. */
    public static @Nullable GcPauses open(NanoClock clock) {
        if (Math.abs(clock.nanoTime() - System.nanoTime()) > CLOSE_NANOS) {
            return null;
        }
        try {
            return new GcPauses(
                    clock.nanoTime() - ManagementFactory.getRuntimeMXBean().getUptime() * MILLI);
        } catch (LinkageError e) {
            return null;
        }
    }

    /** Excludes the beans that report concurrent cycles, because those do not pause threads. */
    private static boolean stopsTheWorld(GarbageCollectorMXBean collector) {
        String name = collector.getName();
        return !name.contains("Concurrent") && !name.contains("Cycles");
    }

    @Override
    public synchronized void handleNotification(Notification notification, Object handback) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)
                && pauses.size() < MOST) {
            GcInfo gc = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                    .getGcInfo();
            pauses.add(new long[] {originNanos + gc.getStartTime() * MILLI, gc.getDuration() * MILLI});
        }
    }

    /** Returns the next pause: its beginning and its length; null if there is none. */
    public synchronized long @Nullable [] next() {
        return pauses.poll();
    }

    @Override
    public void close() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (stopsTheWorld(collector)) {
                try {
                    ((NotificationEmitter) collector).removeNotificationListener(this);
                } catch (ListenerNotFoundException e) {
                    throw new IllegalStateException("the listener was added when this object was made", e);
                }
            }
        }
    }
}
