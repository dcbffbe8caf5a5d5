package io.github.freestep.benchmarks.scenes;

import java.util.Arrays;

/**
 * The lives of all bodies as arrays, and the order in which they end. For the physics thread. Once constructed,
 * it allocates nothing.
 *
 * <p>A timer wheel orders the ends: it has a list of bodies for each 2 ms of twice the longest life. Rejected: a heap.
 * With 250,000 bodies, 60,000 lives end per second, and each would cost a heap a dozen cache misses.
 */
final class Lives {
    private static final int SLOT_BITS = 21;
    private static final int NONE = -1;

    final double[] birthNanos;

    /** The values of the birth channel: see {@link Births}. */
    final float[] births;

    private final long seed;
    private final Activity activity;
    private final long[] hashes;
    private final long[] endNanos;
    private final int[] first;
    private final int[] next;
    private final int[] previous;
    private long sweptSlot;

    Lives(int bodies, long seed, Activity activity) {
        this.seed = seed;
        this.activity = activity;
        birthNanos = new double[bodies];
        births = new float[bodies];
        hashes = new long[bodies];
        endNanos = new long[bodies];
        first = new int[(int) (activity.maxNanos() >> SLOT_BITS) * 2];
        next = new int[bodies];
        previous = new int[bodies];
        Arrays.fill(first, NONE);
        Arrays.fill(next, NONE);
        Arrays.fill(previous, NONE);
    }

    /**
     * Begins a life of a body or, if not {@code alive}, the time until the body is spawned again. Returns whether the
     * body moves.
     *
     * @param tickNanos tick times period
     */
    boolean begin(int body, long tick, double tickNanos, long nanos, boolean alive) {
        long hash = Life.hash(seed, body, tick);
        birthNanos[body] = nanos;
        births[body] = Births.encode(tick, alive);
        hashes[body] = hash;
        unlink(body);
        endNanos[body] = nanos + activity.nanos(hash, body, tickNanos, alive);
        link(body);
        return activity.moves(body, tickNanos, alive);
    }

    long hash(int body) {
        return hashes[body];
    }

    /** Advances to a time. {@code ends} must begin a new life for each body whose life has ended. */
    void sweep(long nanos, Ends ends) {
        long to = nanos >> SLOT_BITS;
        for (long slot = Math.max(sweptSlot, to - first.length + 1); slot <= to; slot++) {
            int body = first[(int) slot & first.length - 1];
            while (body != NONE) {
                int after = next[body];
                if (endNanos[body] <= nanos) {
                    ends.ended(body);
                }
                body = after;
            }
        }
        // The next sweep repeats this slot of the wheel, because some of its lives may end later.
        sweptSlot = to;
    }

    private void link(int body) {
        int slot = slot(body);
        int after = first[slot];
        next[body] = after;
        previous[body] = NONE;
        if (after != NONE) {
            previous[after] = body;
        }
        first[slot] = body;
    }

    private void unlink(int body) {
        int slot = slot(body);
        int before = previous[body];
        int after = next[body];
        if (before != NONE) {
            next[before] = after;
        } else if (first[slot] == body) {
            first[slot] = after;
        }
        if (after != NONE) {
            previous[after] = before;
        }
    }

    private int slot(int body) {
        return (int) (endNanos[body] >> SLOT_BITS) & first.length - 1;
    }

    interface Ends {
        void ended(int body);
    }
}
