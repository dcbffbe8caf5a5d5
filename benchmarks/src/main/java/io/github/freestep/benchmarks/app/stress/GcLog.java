package io.github.freestep.benchmarks.app.stress;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** Records the pauses of the garbage collectors, which report them in whole milliseconds. Thread-safe. */
final class GcLog implements NotificationListener {
    private static final int MOST = 10_000;

    /** The uptime of the virtual machine when the run began. */
    private long offsetMillis;

    private final List<Pause> pauses = new ArrayList<>();

    /** A pause of all threads. */
    record Pause(String name, String cause, double atSeconds, long millis) {
        double endSeconds() {
            return atSeconds + millis / 1e3;
        }
    }

    void listen(RunClock clock) {
        offsetMillis = ManagementFactory.getRuntimeMXBean().getUptime() - clock.nanos() / 1_000_000;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (stopsTheWorld(collector)) {
                ((NotificationEmitter) collector).addNotificationListener(this, null, null);
            }
        }
    }

    void stop() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (stopsTheWorld(collector)) {
                try {
                    ((NotificationEmitter) collector).removeNotificationListener(this);
                } catch (ListenerNotFoundException e) {
                    throw new IllegalStateException("the listener was added at the start", e);
                }
            }
        }
    }

    /** Excludes the beans that report concurrent cycles, which pause nothing. */
    private static boolean stopsTheWorld(GarbageCollectorMXBean collector) {
        String name = collector.getName();
        return !name.contains("Concurrent") && !name.contains("Cycles");
    }

    @Override
    public void handleNotification(Notification notification, Object handback) {
        if (!notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            return;
        }
        GarbageCollectionNotificationInfo info =
                GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
        GcInfo gc = info.getGcInfo();
        double atSeconds = (gc.getStartTime() - offsetMillis) / 1e3;
        synchronized (this) {
            if (atSeconds >= 0 && pauses.size() < MOST) {
                pauses.add(new Pause(info.getGcName(), info.getGcCause(), atSeconds, gc.getDuration()));
            }
        }
    }

    synchronized List<Pause> pauses() {
        return List.copyOf(pauses);
    }
}
