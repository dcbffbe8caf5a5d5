package io.github.freestep.net.clock;

import io.github.freestep.internal.PastQueues;
import java.util.Arrays;

/**
 * The least and the greatest delay of the datagrams of the last seconds, by buckets of equal time. For one thread;
 * allocates nothing once made.
 */
public final class Delays {
    public static final int BUCKETS = 16;

    /** Stands for no delay, where there were no datagrams. */
    public static final long NONE = Long.MIN_VALUE;

    private final long bucketNanos;

    /** For each bucket, the number of its time span, counted from the beginning. */
    private final long[] spans = new long[BUCKETS];

    /** When the datagram with the least delay arrived. */
    private final long[] leastAt = new long[BUCKETS];

    private final long[] least = new long[BUCKETS];
    private final long[] most = new long[BUCKETS];
    private final long[] hullAt = new long[BUCKETS];
    private final long[] hull = new long[BUCKETS];

    public Delays(long bucketNanos) {
        this.bucketNanos = bucketNanos;
        clear();
    }

    public void clear() {
        Arrays.fill(spans, NONE);
    }

    /** Forgets all but the newest buckets. */
    void forgetOld(long nowNanos, int buckets) {
        for (int i = 0; i < BUCKETS; i++) {
            spans[i] = Math.floorDiv(nowNanos, bucketNanos) - spans[i] < buckets ? spans[i] : NONE;
        }
    }

    /** Forgets the buckets in which datagrams waited in {@linkplain PastQueues queues} that are gone. */
    public void forgetQueues(long nowNanos, long byNanos) {
        long span = Math.floorDiv(nowNanos, bucketNanos);
        PastQueues.forget(
                BUCKETS,
                back -> least(span - back),
                byNanos,
                back -> spans[Math.floorMod(span - back, BUCKETS)] = NONE);
    }

    private long least(long span) {
        int i = Math.floorMod(span, BUCKETS);
        return spans[i] == span ? least[i] : Long.MAX_VALUE;
    }

    public void add(long atNanos, long delayNanos) {
        long span = Math.floorDiv(atNanos, bucketNanos);
        int i = Math.floorMod(span, BUCKETS);
        if (spans[i] != span) {
            spans[i] = span;
            least[i] = Long.MAX_VALUE;
            most[i] = Long.MIN_VALUE;
        }
        if (delayNanos < least[i]) {
            least[i] = delayNanos;
            leastAt[i] = atNanos;
        }
        most[i] = Math.max(most[i], delayNanos);
    }

    /** Takes all delays for at most so long. */
    public void atMost(long nanos) {
        for (int i = 0; i < BUCKETS; i++) {
            most[i] = Math.min(most[i], nanos);
        }
    }

    private boolean isKept(int i, long nowNanos) {
        return spans[i] != NONE && Math.floorDiv(nowNanos, bucketNanos) - spans[i] < BUCKETS;
    }

    /** The greatest delay in the newest buckets; {@link #NONE} without datagrams. */
    long most(long nowNanos, int buckets) {
        long result = NONE;
        for (int back = 0; back < buckets; back++) {
            result = Math.max(result, mostOf(nowNanos, back));
        }
        return result;
    }

    /**
     * The greatest delay that was reached in two buckets which are so far apart. If no two are, the greatest one;
     * {@link #NONE} without datagrams.
     */
    long mostTwice(long nowNanos, int apart) {
        long span = Math.floorDiv(nowNanos, bucketNanos);
        long before = NONE;
        long result = NONE;
        for (long each = span - BUCKETS + 1; each <= span; each++) {
            before = Math.max(before, most(each - apart));
            result = Math.max(result, Math.min(before, most(each)));
        }
        return result == NONE ? most(nowNanos, BUCKETS) : result;
    }

    /** The greatest delay in one bucket, some buckets before the newest; {@link #NONE} without datagrams. */
    public long mostOf(long nowNanos, int before) {
        return most(Math.floorDiv(nowNanos, bucketNanos) - before);
    }

    private long most(long span) {
        int i = Math.floorMod(span, BUCKETS);
        return spans[i] == span ? most[i] : NONE;
    }

    /** Whether there were datagrams in every bucket; the newest may have none yet. */
    boolean isFull(long nowNanos) {
        int kept = 0;
        for (int i = 0; i < BUCKETS; i++) {
            kept += isKept(i, nowNanos) ? 1 : 0;
        }
        return kept >= BUCKETS - 1;
    }

    /**
     * The least delay, if all delays grow at a rate, and each is taken as of now.
     *
     * @return {@code Long.MAX_VALUE} without datagrams
     */
    public long least(long nowNanos, double growth) {
        long result = Long.MAX_VALUE;
        for (int i = 0; i < BUCKETS; i++) {
            if (isKept(i, nowNanos)) {
                result = Math.min(result, least[i] + Math.round(growth * (nowNanos - leastAt[i])));
            }
        }
        return result;
    }

    /** The time between the first and the last corner of the hull, see {@link #growth}. */
    long spanNanos(long nowNanos) {
        int corners = hull(nowNanos);
        return corners == 0 ? 0 : hullAt[corners - 1] - hullAt[0];
    }

    /**
     * The rate at which the least delay grows: the slope of the lower convex hull of all least delays, above the middle
     * of their time. A delay above the hull is that of a datagram that waited somewhere. There must be a span.
     */
    double growth(long nowNanos) {
        int corners = hull(nowNanos);
        long middle = hullAt[0] + (nowNanos - hullAt[0]) / 2;
        int i = 1;
        while (i < corners - 1 && hullAt[i] < middle) {
            i++;
        }
        return (hull[i] - hull[i - 1]) / (double) (hullAt[i] - hullAt[i - 1]);
    }

    private int hull(long nowNanos) {
        int corners = 0;
        long span = Math.floorDiv(nowNanos, bucketNanos);
        for (int back = BUCKETS - 1; back >= 0; back--) {
            int i = Math.floorMod(span - back, BUCKETS);
            if (spans[i] != span - back) {
                continue;
            }
            while (corners >= 2 && isAbove(corners - 1, leastAt[i], least[i])) {
                corners--;
            }
            hullAt[corners] = leastAt[i];
            hull[corners++] = least[i];
        }
        return corners;
    }

    /** Whether a corner lies on or above the line from the corner before it to a point. */
    private boolean isAbove(int corner, long at, long delay) {
        double rise = hull[corner] - hull[corner - 1];
        double run = hullAt[corner] - hullAt[corner - 1];
        return rise * (at - hullAt[corner - 1]) >= (double) (delay - hull[corner - 1]) * run;
    }
}
