package io.github.freestep.physics.jolt;

import java.util.Arrays;

/**
 * Rules out most keys that were not added, without a look-up. A few of the keys that it lets pass were not added
 * either. A step has thousands of contacts, of which few matter, and each look-up would read memory that is in no
 * cache. Not thread-safe; allocates nothing.
 */
final class KeyFilter {
    /** The logarithm of the number of bits: 1 kB, so that a hundred keys let one in 80 others pass. */
    private static final int SIZE = 13;

    private final long[] words = new long[(1 << SIZE) / Long.SIZE];

    void add(long key) {
        int place = place(key);
        words[place / Long.SIZE] |= 1L << place;
    }

    boolean mayHave(long key) {
        int place = place(key);
        return (words[place / Long.SIZE] & 1L << place) != 0;
    }

    void clear() {
        Arrays.fill(words, 0);
    }

    private static int place(long key) {
        return (int) (key * 0x9E37_79B9_7F4A_7C15L >>> Long.SIZE - SIZE);
    }
}
