package io.github.freestep.physics.jolt;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Pairs that are collected and then passed on in the order of the bodies' numbers. Keeps its array. Allocates only if
 * it holds more pairs than ever before, and when it sorts 32 or more. Not thread-safe.
 */
final class PairList {
    private static final int FIRST_ROOM = 64;
    private static final Comparator<Pair> BY_BODIES = (a, b) -> Long.compareUnsigned(a.key, b.key);

    private Pair[] pairs = new Pair[FIRST_ROOM];
    private int count;

    void add(Pair pair) {
        if (pairs.length == count) {
            pairs = Arrays.copyOf(pairs, 2 * count);
        }
        pairs[count++] = pair;
    }

    int count() {
        return count;
    }

    Pair get(int i) {
        return pairs[i];
    }

    void sort() {
        Arrays.sort(pairs, 0, count, BY_BODIES);
    }

    void clear() {
        count = 0;
    }
}
