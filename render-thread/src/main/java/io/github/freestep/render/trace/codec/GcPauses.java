package io.github.freestep.render.trace.codec;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import io.github.freestep.time.NanoClock;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
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

    private static final int READINGS = 4;

    private final NanoClock clock;

    /** When the virtual machine had started, from which collectors count their time. */
    private long originNanos;

    private final ArrayDeque<long[]> pauses = new ArrayDeque<>();

    /** The number of each collector's newest pause so far. */
    private final Map<String, Long> newest = new HashMap<>();

    /** Pauses that were taken before their notification. */
    private final Set<String> early = new HashSet<>();

    private GcPauses(NanoClock clock) {
        this.clock = clock;
        originNanos = origin(clock, GcPauses::upMillis);
        for (GarbageCollectorMXBean collector : collectors()) {
            GcInfo last = collector.getLastGcInfo();
            newest.put(collector.getName(), last == null ? 0 : last.getId());
        }
        for (GarbageCollectorMXBean collector : collectors()) {
            ((NotificationEmitter) collector).addNotificationListener(this, null, null);
        }
    }

    /** Begins to listen. Returns null if this Java run-time has no such beans, or the clock is not the system's. */
    public static @Nullable GcPauses open(NanoClock clock) {
        long before = System.nanoTime();
        long read = clock.nanoTime();
        if (!isClose(before, read, System.nanoTime())) {
            return null;
        }
        try {
            return new GcPauses(clock);
        } catch (LinkageError e) {
            return null;
        }
    }

    /** Whether a reading fits between two of the system's clock, however long the machine stalled between them. */
    static boolean isClose(long before, long read, long after) {
        return read - before >= -CLOSE_NANOS && read - after <= CLOSE_NANOS;
    }

    /**
     * The time at which the virtual machine had started. If the machine stalls within a pair of readings, or classes
     * are loaded there, the result is too early, so the latest of several is taken.
     */
    static long origin(NanoClock clock, LongSupplier upMillis) {
        long origin = clock.nanoTime() - upMillis.getAsLong() * MILLI;
        for (int i = 1; i < READINGS; i++) {
            long later = clock.nanoTime() - upMillis.getAsLong() * MILLI;
            origin = later - origin > 0 ? later : origin;
        }
        return origin;
    }

    /**
     * Returns the time since the virtual machine had started, which is where collectors begin to count. Rejected: its
     * uptime alone, which begins 50 to 300 ms earlier. The uptime is the limit in case the system's time was set
     * forward after the start.
     */
    public static long upMillis() {
        RuntimeMXBean machine = ManagementFactory.getRuntimeMXBean();
        return Math.min(System.currentTimeMillis() - machine.getStartTime(), machine.getUptime());
    }

    /** The collectors that pause threads: without the beans that report concurrent cycles. */
    public static List<GarbageCollectorMXBean> collectors() {
        return ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
                .filter(each -> !each.getName().contains("Concurrent")
                        && !each.getName().contains("Cycles"))
                .toList();
    }

    @Override
    public synchronized void handleNotification(Notification notification, Object handback) {
        if (!notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            return;
        }
        GarbageCollectionNotificationInfo info =
                GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
        if (!early.remove(key(info.getGcName(), info.getGcInfo()))) {
            add(info.getGcName(), info.getGcInfo());
        }
    }

    private void add(String collector, GcInfo gc) {
        newest.merge(collector, gc.getId(), Math::max);
        // A known pause is over, so the origin cannot be later than this, even if the system's time was set back after
        // the start.
        originNanos = Math.min(originNanos, clock.nanoTime() - gc.getEndTime() * MILLI);
        if (pauses.size() < MOST) {
            pauses.add(new long[] {originNanos + gc.getStartTime() * MILLI, gc.getDuration() * MILLI});
        }
    }

    private static String key(String collector, GcInfo gc) {
        return collector + " " + gc.getId();
    }

    /** Adds the newest pause of each collector. Its notification comes some time after the pause, on another thread. */
    public synchronized void catchUp() {
        for (GarbageCollectorMXBean collector : collectors()) {
            String name = collector.getName();
            GcInfo last = collector.getLastGcInfo();
            if (last != null && last.getId() > newest.getOrDefault(name, 0L)) {
                add(name, last);
                early.add(key(name, last));
            }
        }
    }

    /** Returns the next pause: its beginning and its length; null if there is none. */
    public synchronized long @Nullable [] next() {
        return pauses.poll();
    }

    @Override
    public void close() {
        for (GarbageCollectorMXBean collector : collectors()) {
            try {
                ((NotificationEmitter) collector).removeNotificationListener(this);
            } catch (ListenerNotFoundException e) {
                throw new IllegalStateException("the listener was added when this object was made", e);
            }
        }
    }
}
