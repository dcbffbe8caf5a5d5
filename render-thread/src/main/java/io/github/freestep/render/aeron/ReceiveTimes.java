package io.github.freestep.render.aeron;

import java.util.concurrent.TimeUnit;

/**
 * Decides when the receiver looks for datagrams. Each look costs about 30 us of CPU, nearly all of it for waking up. So
 * the thread looks often only when the next state may come, which it learns from the shortest recent time between two
 * states. With jitter as long as that time, it always looks often.
 */
final class ReceiveTimes {
    private static final long OFTEN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The longest wait, because input waits for it as well. */
    private static final long SELDOM_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

    /** How fast the shortest time grows if the times become longer: by 1/16 of the difference per state. */
    private static final int FORGET = 4;

    private long newestTick;
    private long newestNanos;
    private long shortestNanos;

    /** The bytes received when the newest state was complete. */
    private long bytesThen;

    /**
     * How long to wait before the next look.
     *
     * @param tick the newest tick that has come
     * @param bytes the number of bytes received so far
     */
    long waitNanos(long nowNanos, long tick, long bytes) {
        if (tick != newestTick) {
            long gap = nowNanos - newestNanos;
            shortestNanos = Math.min(gap, shortestNanos + (gap - shortestNanos >> FORGET));
            newestTick = tick;
            newestNanos = nowNanos;
            bytesThen = bytes;
        } else if (bytes != bytesThen) {
            // Pieces of a state are missing, and that state must be given up in time.
            return OFTEN_NANOS;
        }
        long untilNext = newestNanos + shortestNanos - OFTEN_NANOS - nowNanos;
        return Math.max(OFTEN_NANOS, Math.min(untilNext, SELDOM_NANOS));
    }
}
