package io.github.freestep.physics.rooms.workers;

import java.util.Arrays;

/**
 * A binary heap of runs, ordered by their keys, which are readings of the clock. It keeps keys and places by itself,
 * because the memory of other runs has left the caches since their last ticks. So to remove a run that is not the first
 * takes a search. For the thread of a worker. Allocates only in {@link #reserve}.
 */
final class RunHeap {
    private static final int FIRST_PLACES = 4;

    private Run[] runs = new Run[FIRST_PLACES];
    private long[] keys = new long[FIRST_PLACES];
    private int size;

    /** Makes room for n runs. */
    void reserve(int n) {
        if (n > keys.length) {
            runs = Arrays.copyOf(runs, Math.max(n, 2 * runs.length));
            keys = Arrays.copyOf(keys, runs.length);
        }
    }

    /** Returns the run with the earliest key, or null. */
    Run first() {
        return runs[0];
    }

    /** Returns the earliest key, if there is a run. */
    long firstKey() {
        return keys[0];
    }

    /** Adds a run, which is in no heap. */
    void add(Run run, long key) {
        run.heap = this;
        up(size++, run, key);
    }

    /** Removes a run, which is in this heap. */
    void remove(Run run) {
        run.heap = null;
        int place = 0;
        while (runs[place] != run) {
            place++;
        }
        Run last = runs[--size];
        runs[size] = null;
        if (last != run) {
            // One of the two moves the run, and the other leaves it where it is.
            up(down(place, last, keys[size]), last, keys[size]);
        }
    }

    private void up(int from, Run run, long key) {
        int place = from;
        // Compares by the difference, because a clock may wrap.
        while (place > 0 && key - keys[(place - 1) / 2] < 0) {
            put(place, runs[(place - 1) / 2], keys[(place - 1) / 2]);
            place = (place - 1) / 2;
        }
        put(place, run, key);
    }

    private int down(int from, Run run, long key) {
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

    private void put(int place, Run run, long key) {
        runs[place] = run;
        keys[place] = key;
    }
}
