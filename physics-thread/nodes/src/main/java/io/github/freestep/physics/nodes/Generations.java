package io.github.freestep.physics.nodes;

import java.util.NavigableSet;
import java.util.TreeSet;

/** Decides which older saves of a room are kept, so that one that is wrong is not the only one. Stateless. */
final class Generations {
    /** How old saves become that are kept. The youngest age is also the time between two that are kept. */
    static final long[] AGES_MILLIS = {60_000, 600_000, 3_600_000};

    /** How many saves that were skipped stay for the operator. */
    static final int MOST_SKIPPED = 4;

    private Generations() {}

    /** Whether a save that was made now is to be kept beside the older ones. */
    static boolean isDue(long nowMillis, NavigableSet<Long> saved) {
        return saved.subSet(nowMillis - AGES_MILLIS[0], false, nowMillis, true).isEmpty();
    }

    /**
     * Returns which saves are kept, by the times at which they were made. For each age, these are the youngest one that
     * is at least so old, and the oldest one that is not, because it will replace the other: at most six in all.
     */
    static NavigableSet<Long> kept(long nowMillis, NavigableSet<Long> saved) {
        NavigableSet<Long> kept = new TreeSet<>();
        for (long age : AGES_MILLIS) {
            Long old = saved.floor(nowMillis - age);
            Long next = saved.higher(nowMillis - age);
            if (old != null) {
                kept.add(old);
            }
            if (next != null) {
                kept.add(next);
            }
        }
        return kept;
    }
}
