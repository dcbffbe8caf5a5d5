package io.github.freestep.state;

/**
 * Which slots there are, and which of them nobody can be reading: the publisher's own books, in sets of bits. Every
 * method is bounded by the number of readers.
 *
 * <p>With R readers and windows of K there are K (R + 1) + 1 slots. Busy are at most the K of the newest window, and K
 * for each reader, which holds either the window it is known to hold or one that is still in the newest's place; so one
 * is always free, however long a reader sleeps.
 */
final class SlotPool {
    /** Slot numbers have eight bits, and all of them set means none. */
    static final int MAX_SLOTS = 255;

    static final int WORDS = 4;

    /** By slot number. Written here only, before the number can reach a reader. */
    private final State[] table;

    private final long[] present = new long[WORDS];
    private final long[] newest = new long[WORDS];

    /** How many words of the sets are in use: one, up to 64 slots. */
    private int words = 1;

    SlotPool(State[] table) {
        this.table = table;
    }

    void add(State[] slots) {
        int number = 0;
        for (State slot : slots) {
            while (contains(present, number)) {
                number++;
            }
            table[number] = slot;
            present[number >>> 6] |= 1L << number;
            words = Math.max(words, (number >>> 6) + 1);
        }
    }

    /** Gives back so many slots, which must be free; which of them does not matter, since all are alike. */
    void retire(int count, Seat[] seats) {
        for (int i = 0; i < count; i++) {
            int number = free(seats);
            present[number >>> 6] &= ~(1L << number);
            table[number] = null;
        }
    }

    /** A slot that is in neither the newest window nor one that a reader may hold: the lowest, to keep few in the cache. */
    int free(Seat[] seats) {
        for (int word = 0; word < words; word++) {
            long free = present[word] & ~newest[word];
            for (Seat seat : seats) {
                free &= ~seat.held[word];
            }
            if (free != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(free);
            }
        }
        throw new AssertionError("no slot is free, which the size of the pool rules out");
    }

    /** The reader has taken the window that is the newest in these books. */
    void holdsNewest(Seat seat) {
        for (int word = 0; word < words; word++) {
            seat.held[word] = newest[word];
        }
    }

    /** The reader has taken the window that it found on joining. */
    void holdsFound(Seat seat, int depth) {
        for (int age = 0; age < depth; age++) {
            set(seat.held, Windows.slot(seat.found, age));
        }
    }

    /** One slot enters the newest window, and one falls out of it. */
    void turn(int in, int out) {
        if (out != Windows.NONE) {
            newest[out >>> 6] &= ~(1L << out);
        }
        set(newest, in);
    }

    private static void set(long[] bits, int number) {
        if (number != Windows.NONE) {
            bits[number >>> 6] |= 1L << number;
        }
    }

    private static boolean contains(long[] bits, int number) {
        return (bits[number >>> 6] >>> number & 1) != 0;
    }
}
