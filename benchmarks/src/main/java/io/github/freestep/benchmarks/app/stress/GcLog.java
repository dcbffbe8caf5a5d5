package io.github.freestep.benchmarks.app.stress;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.util.ArrayList;
import java.util.List;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * Records the pauses of the garbage collectors, which report them in whole milliseconds, in bounded memory. When it is
 * full, it keeps the longer one of each two neighbours, and from then on does the same with each two new pauses.
 * Thread-safe.
 */
final class GcLog implements NotificationListener {
    private static final int MOST = 400;

    /** The uptime of the virtual machine when the run began. */
    private long offsetMillis;

    private final List<Pause> pauses = new ArrayList<>();
    private int merged = 1;
    private int pending;
    private long count;
    private long totalMillis;

    /** A pause of all threads. */
    record Pause(String name, String cause, double atSeconds, long millis) {
        double endSeconds() {
            return atSeconds + millis / 1e3;
        }
    }

    /**
     * All pauses.
     *
     * @param pauses the longest one of each {@code merged} neighbours
     */
    record Totals(long count, long totalMillis, int merged, List<Pause> pauses) {}

    /**
     * Returns the time since the virtual machine had started, which is where collectors begin to count. Rejected: its
     * uptime alone, which begins 50 to 300 ms earlier. The uptime is the limit in case the system's time was set
     * forward after the start.
     */
    private static long upMillis() {
        RuntimeMXBean machine = ManagementFactory.getRuntimeMXBean();
        return Math.min(System.currentTimeMillis() - machine.getStartTime(), machine.getUptime());
    }

    /** The collectors that pause threads: without the beans that report concurrent cycles. */
    private static List<GarbageCollectorMXBean> collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(each -> !each.getName().contains("Concurrent")
                        && !each.getName().contains("Cycles"))
                .toList();
    }

    void listen(RunClock clock) {
        offsetMillis = upMillis() - clock.nanos() / 1_000_000;
        for (GarbageCollectorMXBean collector : collectors()) {
            ((NotificationEmitter) collector).addNotificationListener(this, null, null);
        }
    }

    void stop() {
        for (GarbageCollectorMXBean collector : collectors()) {
            try {
                ((NotificationEmitter) collector).removeNotificationListener(this);
            } catch (ListenerNotFoundException e) {
                throw new IllegalStateException("the listener was added at the start", e);
            }
        }
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
        if (atSeconds >= 0) {
            add(new Pause(info.getGcName(), info.getGcCause(), atSeconds, gc.getDuration()));
        }
    }

    synchronized void add(Pause pause) {
        count++;
        totalMillis += pause.millis;
        if (pending == 0) {
            if (pauses.size() == MOST) {
                halve();
            }
            pauses.add(pause);
        } else {
            int last = pauses.size() - 1;
            pauses.set(last, longer(pauses.get(last), pause));
        }
        pending = (pending + 1) % merged;
    }

    private void halve() {
        for (int i = 0; i < MOST / 2; i++) {
            pauses.set(i, longer(pauses.get(2 * i), pauses.get(2 * i + 1)));
        }
        pauses.subList(MOST / 2, MOST).clear();
        merged *= 2;
    }

    private static Pause longer(Pause a, Pause b) {
        return a.millis >= b.millis ? a : b;
    }

    synchronized Totals totals() {
        return new Totals(count, totalMillis, merged, List.copyOf(pauses));
    }
}
