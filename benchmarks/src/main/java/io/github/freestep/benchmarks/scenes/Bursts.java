package io.github.freestep.benchmarks.scenes;

/**
 * Remembers the ticks of bursts (see {@link Scene#burst}). The physics thread adds a tick before it publishes the state
 * that shows the burst, so each reader of that state finds it. Allocates nothing.
 */
final class Bursts {
    /**
     * How many bursts this remembers: more than fall into a window. {@link #between} searches the newer half of them.
     * For a state that is older than these, it assumes a burst.
     */
    private static final int KEPT = 1 << 12;

    private final long[] ticks = new long[KEPT];
    private volatile int count;

    void add(long tick) {
        int now = count;
        ticks[now & KEPT - 1] = tick;
        count = now + 1;
    }

    /** Returns whether a burst may have ended lives between two states. */
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
