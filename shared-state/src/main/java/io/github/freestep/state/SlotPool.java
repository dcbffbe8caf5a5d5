package io.github.freestep.state;

/**
 * The publisher's record of all slots, and of those that no reader can be reading. It stores them as sets of bits. The
 * time of every method is bounded by the number of readers.
 *
 * <p>With R readers and windows of K there are K (R + 1) + 1 slots. At most K (R + 1) of them are busy: the K slots of
 * the newest window, and K for each reader. A reader adds no more than K, because it holds either the window that the
 * publisher knows of or the newest one. So one slot is always free, however long a reader sleeps. The first seat counts
 * as a reader even while it is vacant.
 *
 * <p>The bits of the first 64 slots are in fields of the publisher itself. Unless there are many readers, those are all
 * slots. All code after an exchange waits for the exchange, so each reference to follow makes a publish slower. With
 * the bits in arrays of a separate object, a publish took as long as 2.1 bare exchanges; now it takes as long as 1.6.
 * That is why this is a superclass and not a field. Javadoc does not show it.
 */
abstract class SlotPool extends Handle {
    /** Slot numbers have eight bits, and all bits set stand for none. */
    static final int MAX_SLOTS = 255;

    /** The number of words of 64 slots beyond the first. */
    static final int WORDS_BEYOND = 3;

    /**
     * The states by slot number. Only this class writes them, before the number can reach a reader. The last element
     * stays null: its index stands for no slot.
     */
    final State[] table = new State[MAX_SLOTS + 1];

    private long present;
    private long newest;
    private long held;

    private final long[] presentBeyond = new long[WORDS_BEYOND];
    private final long[] newestBeyond = new long[WORDS_BEYOND];
    private final long[] heldBeyond = new long[WORDS_BEYOND];

    /**
     * The replacements of states, by slot number. The thread of a garbage reader may still look at the state in the
     * table, so the replacement takes its place before the slot is written again.
     */
    private final State[] successors = new State[MAX_SLOTS + 1];

    /** The number of slots whose state has a replacement: almost always zero. */
    private int successorCount;

    /** The number of words beyond the first that have slots. */
    private int wordsBeyond;

    final void add(State[] slots) {
        int number = 0;
        for (State slot : slots) {
            while (table[number] != null) {
                number++;
            }
            table[number] = slot;
            present |= near(number);
            for (int word = 0; word < WORDS_BEYOND; word++) {
                presentBeyond[word] |= bit(number, word + 1);
            }
            wordsBeyond = Math.max(wordsBeyond, number >>> 6);
        }
    }

    /** Gives back a number of slots, which must be free. All slots are alike, so it does not matter which. */
    final void retire(int count) {
        for (int i = 0; i < count; i++) {
            int number = free();
            table[number] = null;
            succeed(number, null);
            present &= ~near(number);
            for (int word = 0; word < WORDS_BEYOND; word++) {
                presentBeyond[word] &= ~bit(number, word + 1);
            }
        }
    }

    /** Notes replacements for the states of slots that are still in use. */
    final void renew(Renewal renewals) {
        for (Renewal renewal = renewals; renewal != null; renewal = renewal.next) {
            for (int age = 0; age < renewal.states.length; age++) {
                succeed(Windows.slot(renewal.window, age), renewal.states[age]);
            }
        }
    }

    private void succeed(int number, State successor) {
        successorCount += (successor == null ? 0 : 1) - (successors[number] == null ? 0 : 1);
        successors[number] = successor;
    }

    /** A free slot, with a state in it that no thread looks at. */
    final int freeToWrite() {
        int number = free();
        if (successorCount > 0 && successors[number] != null) {
            table[number] = successors[number];
            succeed(number, null);
        }
        return number;
    }

    /**
     * The lowest slot that is neither in the newest window nor in one that a reader may hold. The lowest, to keep few
     * of them in the cache.
     */
    private int free() {
        long free = present & ~newest & ~held;
        if (free != 0) {
            return Long.numberOfTrailingZeros(free);
        }
        for (int word = 0; word < wordsBeyond; word++) {
            free = presentBeyond[word] & ~newestBeyond[word] & ~heldBeyond[word];
            if (free != 0) {
                return (word + 1 << 6) + Long.numberOfTrailingZeros(free);
            }
        }
        throw new AssertionError("no slot is free, which the size of the pool rules out");
    }

    /** Adds one slot to the newest window, and removes the one that falls out of it. */
    final void turn(int in, int out) {
        newest = newest & ~near(out) | near(in);
        for (int word = 0; word < wordsBeyond; word++) {
            newestBeyond[word] = newestBeyond[word] & ~bit(out, word + 1) | bit(in, word + 1);
        }
    }

    /**
     * Notes that the reader has taken the window that was the newest until the last turn. {@link #sumUp} must follow.
     */
    final void holdsPrevious(Seat seat, int in, int out) {
        seat.held = newest & ~near(in) | near(out);
        for (int word = 0; word < wordsBeyond; word++) {
            seat.heldBeyond[word] = newestBeyond[word] & ~bit(in, word + 1) | bit(out, word + 1);
        }
    }

    /** Notes that the reader has taken the window that it found on joining. {@link #sumUp} must follow. */
    final void holdsFound(Seat seat, int windowSize) {
        for (int age = 0; age < windowSize; age++) {
            int slot = Windows.slot(seat.found, age);
            seat.held |= near(slot);
            for (int word = 0; word < WORDS_BEYOND; word++) {
                seat.heldBeyond[word] |= bit(slot, word + 1);
            }
        }
    }

    /** Computes what any of the readers holds. */
    final void sumUp(Seat[] seats) {
        long sum = 0;
        for (Seat seat : seats) {
            sum |= seat.held;
        }
        held = sum;
        for (int word = 0; word < wordsBeyond; word++) {
            long sumBeyond = 0;
            for (Seat seat : seats) {
                sumBeyond |= seat.heldBeyond[word];
            }
            heldBeyond[word] = sumBeyond;
        }
    }

    /** The bit of a slot in the first word: {@code bit(slot, 0)}, in one comparison. */
    private static long near(int slot) {
        return slot < Long.SIZE ? 1L << slot : 0;
    }

    /** The bit of a slot in one word of a set; zero if it is in another word, or none. */
    private static long bit(int slot, int word) {
        return slot >>> 6 == word && slot != Windows.NONE ? 1L << slot : 0;
    }
}
