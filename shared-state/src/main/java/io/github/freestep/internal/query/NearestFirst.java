package io.github.freestep.internal.query;

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

    /** How many places have each value of a byte. */
    private final int[] counts;

    NearestFirst(double[] distances, int[] slots) {
        this.distances = distances;
        this.slots = slots;
        boolean many = slots.length > FEW;
        spare = new int[many ? slots.length : 0];
        counts = new int[many ? RADIX : 0];
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
        int[] from = order;
        int[] to = spare;
        int ascending = 1;
        while (ascending < size && slots[order[ascending - 1]] < slots[order[ascending]]) {
            ascending++;
        }
        // Picking finds bodies in the order of their slots, so only the distances are left to sort.
        for (int digit = ascending == size ? 0 : -Integer.BYTES; digit < Long.BYTES; digit++) {
            if (sortByDigit(from, to, size, digit)) {
                int[] sorted = to;
                to = from;
                from = sorted;
            }
        }
        if (from != order) {
            System.arraycopy(from, 0, order, 0, size);
        }
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

    /**
     * Sorts by one byte. Places with the same byte keep their order.
     *
     * @return false if all have the same byte, and nothing was moved
     */
    private boolean sortByDigit(int[] from, int[] to, int size, int digit) {
        Arrays.fill(counts, 0);
        for (int i = 0; i < size; i++) {
            counts[digit(from[i], digit)]++;
        }
        if (counts[digit(from[0], digit)] == size) {
            return false;
        }
        int next = 0;
        for (int value = 0; value < RADIX; value++) {
            int count = counts[value];
            counts[value] = next;
            next += count;
        }
        for (int i = 0; i < size; i++) {
            to[counts[digit(from[i], digit)]++] = from[i];
        }
        return true;
    }

    /** Digits -4 (lowest) to -1 are bytes of the slot, 0 to 7 those of the distance. The least slot is -1. */
    private int digit(int place, int digit) {
        long key = digit < 0 ? (slots[place] + 1L) << Integer.SIZE : Double.doubleToRawLongBits(distances[place]);
        return (int) (key >>> (digit & Long.BYTES - 1) * Byte.SIZE) & RADIX - 1;
    }
}
