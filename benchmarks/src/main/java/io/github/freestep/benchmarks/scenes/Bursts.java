package io.github.freestep.benchmarks.scenes;

/**
 * The ticks at which bursts were. Written by the physics thread before it publishes the state that shows one, so that whoever
 * has that state may look it up. Allocates nothing.
 */
final class Bursts {
    /** More than fall into a window. Somebody who looks at an older one is told that there may have been a burst. */
    private static final int KEPT = 1 << 12;

    private final long[] ticks = new long[KEPT];
    private volatile int count;

    void add(long tick) {
        int now = count;
        ticks[now & KEPT - 1] = tick;
        count = now + 1;
    }

    /** Whether lives may have been cut short between two states. */
    boolean between(long olderTick, long newerTick) {
        int now = count;
        for (int i = now - 1; i >= Math.max(0, now - KEPT / 2); i--) {
            long tick = ticks[i & KEPT - 1];
            if (tick < olderTick) {
                return false;
            }
            if (tick <= newerTick) {
                return true;
            }
        }
        return now > KEPT / 2;
    }
}
