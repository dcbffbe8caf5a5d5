package io.github.freestep.physics.jolt;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of a world by the numbers of their bodies, in a hash table. Allocates only when it holds more pairs than
 * ever before. Not thread-safe.
 */
final class Pairs {
    private static final int FIRST_ROOM = 256;

    private @Nullable Pair[] table = new Pair[FIRST_ROOM];
    private Pair[] unused = new Pair[FIRST_ROOM];
    private final Consumer<Pair> keep = this::keep;
    private int unusedCount;
    private int size;

    @Nullable Pair find(long key) {
        return table[place(key)];
    }

    int size() {
        return size;
    }

    /** Adds a pair that is not in the table: all that it can be is false. */
    Pair add(long key) {
        if (2 * size >= table.length) {
            grow();
        }
        Pair pair = unusedCount > 0 ? unused[--unusedCount] : new Pair();
        pair.key = key;
        pair.isSensor = false;
        pair.isFirstSensor = false;
        pair.hasBegun = false;
        pair.isDormant = false;
        table[place(key)] = pair;
        size++;
        return pair;
    }

    /** Removes a pair that is in the table, and keeps the object for a later one. */
    void remove(Pair pair) {
        int mask = table.length - 1;
        int gap = place(pair.key);
        for (int i = gap + 1 & mask; table[i] != null; i = i + 1 & mask) {
            int wanted = start(table[i].key);
            // Whether the gap is between the place that the pair wants and the one that it has.
            if ((i - wanted & mask) >= (i - gap & mask)) {
                table[gap] = table[i];
                gap = i;
            }
        }
        table[gap] = null;
        size--;
        keep(pair);
    }

    private void keep(Pair pair) {
        if (unusedCount == unused.length) {
            unused = Arrays.copyOf(unused, 2 * unusedCount);
        }
        unused[unusedCount++] = pair;
    }

    /** Passes on all pairs, in no certain order. The action must neither add nor remove pairs. */
    void forEach(Consumer<? super Pair> action) {
        for (Pair pair : table) {
            if (pair != null) {
                action.accept(pair);
            }
        }
    }

    /** Removes all pairs, and keeps the objects for later ones. */
    void clear() {
        forEach(keep);
        Arrays.fill(table, null);
        size = 0;
    }

    private void grow() {
        Pair[] old = table;
        table = new Pair[2 * old.length];
        for (Pair pair : old) {
            if (pair != null) {
                table[place(pair.key)] = pair;
            }
        }
    }

    /** Returns where a pair is, or where it would be put. */
    private int place(long key) {
        int mask = table.length - 1;
        int i = start(key);
        while (table[i] != null && table[i].key != key) {
            i = i + 1 & mask;
        }
        return i;
    }

    private int start(long key) {
        long mixed = key * 0x9E37_79B9_7F4A_7C15L;
        return (int) (mixed >>> 40) & table.length - 1;
    }
}
