package io.github.freestep.internal;

import java.util.Arrays;

/**
 * Sorts hits by distance, and those at the same distance by slot. For one thread; allocates nothing once made.
 *
 * <p>Many hits are sorted byte by byte, from the lowest byte to the highest, in time proportional to their number.
 * Rejected: {@code Arrays.sort} of packed keys, which may allocate; and insertion and merging, because processors
 * cannot predict the results of their comparisons.
 */
final class NearestFirst {
    /** Up to this number of hits, insertion is faster. */
    private static final int FEW = 32;

    private static final int RADIX = 256;

    /** By place. The distances are not negative, so their bits have the same order. */
    private final double[] distances;

    private final int[] slots;
    private final int[] spare;

    /** For each byte of a key, how many keys have each of its values. */
    private final int[] counts;

    NearestFirst(double[] distances, int[] slots) {
        this.distances = distances;
        this.slots = slots;
        boolean many = slots.length > FEW;
        spare = new int[many ? slots.length : 0];
        counts = new int[many ? Long.BYTES * RADIX : 0];
    }

    boolean isBefore(double distance, int slot, int place) {
        return distance < distances[place] || distance == distances[place] && slot < slots[place];
    }

    /** How many of the places in a sorted order come before another hit. */
    int rank(double distance, int slot, int[] order, int size) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = low + high >>> 1;
            if (isBefore(distance, slot, order[middle])) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Sorts the first places of an order. */
    void sort(int[] order, int size) {
        if (size <= FEW) {
            insert(order, size);
            return;
        }
        if (!slotsAscend(order, size)) {
            sortByKeys(order, size, true);
        }
        sortByKeys(order, size, false);
    }

    private void insert(int[] order, int size) {
        for (int i = 1; i < size; i++) {
            int place = order[i];
            int to = i;
            while (to > 0 && isBefore(distances[place], slots[place], order[to - 1])) {
                order[to] = order[to - 1];
                to--;
            }
            order[to] = place;
        }
    }

    private boolean slotsAscend(int[] order, int size) {
        for (int i = 1; i < size; i++) {
            if (slots[order[i]] < slots[order[i - 1]]) {
                return false;
            }
        }
        return true;
    }

    private long key(int place, boolean isSlot) {
        return isSlot
                ? Integer.toUnsignedLong(slots[place] ^ Integer.MIN_VALUE)
                : Double.doubleToRawLongBits(distances[place]);
    }

    /** Sorts by keys. Places with the same key keep their order. */
    private void sortByKeys(int[] order, int size, boolean areSlots) {
        Arrays.fill(counts, 0);
        for (int i = 0; i < size; i++) {
            long key = key(order[i], areSlots);
            for (int digit = 0; digit < Long.BYTES; digit++) {
                counts[digit * RADIX + digit(key, digit)]++;
            }
        }
        int[] from = order;
        int[] to = spare;
        for (int digit = 0; digit < Long.BYTES; digit++) {
            if (counts[digit * RADIX + digit(key(order[0], areSlots), digit)] < size) {
                sortByDigit(from, to, size, areSlots, digit);
                int[] sorted = to;
                to = from;
                from = sorted;
            }
        }
        if (from != order) {
            System.arraycopy(from, 0, order, 0, size);
        }
    }

    private void sortByDigit(int[] from, int[] to, int size, boolean areSlots, int digit) {
        int next = 0;
        for (int value = digit * RADIX; value < (digit + 1) * RADIX; value++) {
            int count = counts[value];
            counts[value] = next;
            next += count;
        }
        for (int i = 0; i < size; i++) {
            int place = from[i];
            to[counts[digit * RADIX + digit(key(place, areSlots), digit)]++] = place;
        }
    }

    private static int digit(long key, int digit) {
        return (int) (key >>> digit * Byte.SIZE) & RADIX - 1;
    }
}
