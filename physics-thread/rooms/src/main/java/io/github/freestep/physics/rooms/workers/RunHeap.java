package io.github.freestep.physics.rooms.workers;

import java.util.Arrays;

/**
 * A binary heap of runs, ordered by their keys, which are readings of the clock. Each run knows its place. For the
 * thread of a worker. Allocates only in {@link #reserve}.
 */
final class RunHeap {
    private static final int FIRST_PLACES = 4;

    private Run[] runs = new Run[FIRST_PLACES];
    private int size;

    /** Makes room for n runs. */
    void reserve(int n) {
        if (n > runs.length) {
            runs = Arrays.copyOf(runs, Math.max(n, 2 * runs.length));
        }
    }

    /** Returns the run with the earliest key, or null. */
    Run first() {
        return runs[0];
    }

    Run removeFirst() {
        Run first = runs[0];
        if (first != null) {
            remove(first);
        }
        return first;
    }

    /** Adds a run, which is in no heap. */
    void add(Run run, long key) {
        run.heap = this;
        run.heapKey = key;
        up(size++, run);
    }

    /** Removes a run, which is in this heap. */
    void remove(Run run) {
        run.heap = null;
        Run last = runs[--size];
        runs[size] = null;
        if (last != run) {
            // One of the two moves the run, and the other leaves it where it is.
            down(run.heapPlace, last);
            up(last.heapPlace, last);
        }
    }

    private void up(int from, Run run) {
        int place = from;
        while (place > 0 && isBefore(run, runs[(place - 1) / 2])) {
            put(place, runs[(place - 1) / 2]);
            place = (place - 1) / 2;
        }
        put(place, run);
    }

    private void down(int from, Run run) {
        int place = from;
        int child;
        while ((child = 2 * place + 1) < size) {
            if (child + 1 < size && isBefore(runs[child + 1], runs[child])) {
                child++;
            }
            if (!isBefore(runs[child], run)) {
                break;
            }
            put(place, runs[child]);
            place = child;
        }
        put(place, run);
    }

    private void put(int place, Run run) {
        runs[place] = run;
        run.heapPlace = place;
    }

    /** Compares by the difference, because a clock may wrap. */
    private static boolean isBefore(Run a, Run b) {
        return a.heapKey - b.heapKey < 0;
    }
}
