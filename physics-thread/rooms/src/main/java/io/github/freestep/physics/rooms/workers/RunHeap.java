package io.github.freestep.physics.rooms.workers;

import java.util.Arrays;

/**
 * A binary heap of runs, ordered by their keys, which are readings of the clock. A run is the number of its place in
 * the {@link RunQueue}: to move references would take a memory barrier of the collector for each, and to compare runs
 * would load their memory, which has left the caches since their last ticks. To remove a run that is not the first
 * takes a search. For the thread of a worker. Allocates only in {@link #reserve}.
 */
final class RunHeap {
    static final int NONE = -1;

    private static final int FIRST_PLACES = 4;

    private int[] runs = new int[FIRST_PLACES];
    private long[] keys = new long[FIRST_PLACES];
    private int size;

    /** Makes room for n runs. */
    void reserve(int n) {
        if (n > keys.length) {
            runs = Arrays.copyOf(runs, Math.max(n, 2 * runs.length));
            keys = Arrays.copyOf(keys, runs.length);
        }
    }

    /** Returns the run with the earliest key, or {@link #NONE}. */
    int first() {
        return size == 0 ? NONE : runs[0];
    }

    /** Returns the earliest key, if there is a run. */
    long firstKey() {
        return keys[0];
    }

    /** Adds a run, which is in no heap. */
    void add(int run, long key) {
        up(size++, run, key);
    }

    boolean has(int run) {
        return find(run) < size;
    }

    /** Returns whether this heap has a run, with a key up to this one. */
    boolean has(int run, long toKey) {
        int at = find(run);
        return at < size && keys[at] - toKey <= 0;
    }

    /** Removes a run, if this heap has it. */
    void remove(int run) {
        int from = find(run);
        if (from < size) {
            size--;
        }
        if (from < size) {
            // One of the two moves the last run, and the other leaves it where it is.
            up(down(from, runs[size], keys[size]), runs[size], keys[size]);
        }
    }

    /** Notes that the place of a run in the queue has changed, if this heap has it. */
    void rename(int run, int to) {
        int at = find(run);
        if (at < size) {
            runs[at] = to;
        }
    }

    private int find(int run) {
        int at = 0;
        while (at < size && runs[at] != run) {
            at++;
        }
        return at;
    }

    private void up(int from, int run, long key) {
        int place = from;
        // Compares by the difference, because a clock may wrap.
        while (place > 0 && key - keys[(place - 1) / 2] < 0) {
            put(place, runs[(place - 1) / 2], keys[(place - 1) / 2]);
            place = (place - 1) / 2;
        }
        put(place, run, key);
    }

    private int down(int from, int run, long key) {
        int place = from;
        int child;
        while ((child = 2 * place + 1) < size) {
            if (child + 1 < size && keys[child + 1] - keys[child] < 0) {
                child++;
            }
            if (keys[child] - key >= 0) {
                break;
            }
            put(place, runs[child], keys[child]);
            place = child;
        }
        put(place, run, key);
        return place;
    }

    private void put(int place, int run, long key) {
        runs[place] = run;
        keys[place] = key;
    }
}
