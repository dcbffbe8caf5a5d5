package io.github.freestep.state;

import io.github.freestep.state.handoff.Windows;
import org.jspecify.annotations.Nullable;

/**
 * The publisher's record of all slots, and of which of them are free: those that no reader can be reading. A
 * slot here is the memory for one state. The sets of slots are stored as bits. The number of readers bounds the
 * time of every method.
 *
 * <p>With R readers and windows of K states there are {@code K * (R + 1) + 1} slots, and one state outside the pool. At
 * most {@code K * (R + 1)} of the slots are busy: the K slots of the newest window, and K for each reader. A reader
 * adds at most the K slots of the window that the publisher has recorded for it. If it holds another window, that is
 * the newest one, which is counted already. So one slot is always free, however long a reader sleeps. The first seat
 * counts as a reader even while it is vacant.
 *
 * <p>This is a superclass of the publisher and not an object in one of its fields. All code after an exchange waits for
 * the exchange, so each reference to follow makes a publish slower. The bits of the first 64 slots are in fields of the
 * publisher itself. With windows of 4 states, these 64 are enough for 14 readers. A publish takes as long as 1.6 bare
 * exchanges. With the bits in arrays of a separate object it took as long as 2.1. Javadoc does not show this class.
 */
abstract class SlotPool extends Handle {
    /**
     * The greatest number of slots. Slot numbers have eight bits, and the number with all bits set stands for no slot.
     */
    static final int MAX_SLOTS = 255;

    /**
     * The states by slot number. Only the publisher writes an element, and does so before any reader can get the slot's
     * number. The last element stays null, because its index stands for no slot.
     */
    final State[] table = new State[MAX_SLOTS + 1];

    // The slots that exist, those of the newest window, and those that a reader may hold: the first 64 of each set.
    private long present;
    private long newest;
    private long held;

    private final long[] presentBeyond = new long[ReaderSeat.WORDS_BEYOND];
    private final long[] newestBeyond = new long[ReaderSeat.WORDS_BEYOND];
    private final long[] heldBeyond = new long[ReaderSeat.WORDS_BEYOND];

    /**
     * The number of words beyond the first in which a slot was ever written. If many readers keep up, few of the slots
     * that exist are in use, so a publish looks at no word beyond the first.
     */
    private int wordsBeyond;

    final void add(State[] slots) {
        int number = 0;
        for (State slot : slots) {
            while (table[number] != null) {
                number++;
            }
            table[number] = slot;
            present |= near(number);
            for (int word = 0; word < ReaderSeat.WORDS_BEYOND; word++) {
                presentBeyond[word] |= bit(number, word + 1);
            }
        }
    }

    /**
     * Removes a number of free slots from the pool, the highest first. The lower ones have been written most recently,
     * so little must be copied forward to them.
     */
    final void retire(int count) {
        for (int i = 0; i < count; i++) {
            int number = MAX_SLOTS - 1;
            while ((free(number >>> 6) >>> number & 1) == 0) {
                number--;
            }
            table[number] = null;
            present &= ~near(number);
            for (int word = 0; word < ReaderSeat.WORDS_BEYOND; word++) {
                presentBeyond[word] &= ~bit(number, word + 1);
            }
        }
    }

    /** Records a replacement for each state that the thread of a garbage reader may still look at. */
    final void renew(@Nullable Renewal renewals) {
        for (Renewal renewal = renewals; renewal != null; renewal = renewal.next) {
            for (int age = 0; age < renewal.states.length; age++) {
                State seen = table[Windows.slot(renewal.window, age)];
                if (seen != null) {
                    seen.successor = renewal.states[age];
                }
            }
        }
    }

    /** Returns a free slot, and makes sure that its state is one that no thread looks at. */
    final int freeToWrite() {
        int number = free();
        State successor = table[number].successor;
        if (successor != null) {
            table[number] = successor;
        }
        return number;
    }

    /**
     * Returns the lowest slot that is neither in the newest window nor in a window that a reader may hold. It takes the
     * lowest, so that no more slots are ever written than must be kept at a time, and these stay in the cache. If
     * readers keep up, these are two more than a window has, however many readers there are. Rejected: the free slot
     * that was written last. No fewer slots are in use then, and the slot that is taken was written at most a seventh
     * more recently.
     */
    private int free() {
        for (int word = 0; word <= ReaderSeat.WORDS_BEYOND; word++) {
            long free = free(word);
            if (free != 0) {
                wordsBeyond = Math.max(wordsBeyond, word);
                return (word << 6) + Long.numberOfTrailingZeros(free);
            }
        }
        throw new AssertionError("no slot is free, which the size of the pool rules out");
    }

    /** Returns a bit for each free slot of a word. */
    private long free(int word) {
        return word == 0
                ? present & ~newest & ~held
                : presentBeyond[word - 1] & ~newestBeyond[word - 1] & ~heldBeyond[word - 1];
    }

    /** Publisher: the newest published state; null before the first. */
    final State newestState() {
        return table[Windows.slot(window, 0)];
    }

    /** Joiner: reads the newest window. The load is an acquire, so the joiner sees the contents of its states. */
    final long newest() {
        return (long) WINDOW.getAcquire(this);
    }

    /** Adds one slot to the newest window, and removes the one that falls out of it. */
    final void replaceInNewest(int in, int out) {
        newest = newest & ~near(out) | near(in);
        for (int word = 0; word < wordsBeyond; word++) {
            newestBeyond[word] = newestBeyond[word] & ~bit(out, word + 1) | bit(in, word + 1);
        }
    }

    /**
     * Records that a reader holds the window that was the newest before the last {@link #replaceInNewest}. Call
     * {@link #sumUp} afterwards.
     */
    final void holdsPrevious(ReaderSeat seat, int in, int out) {
        seat.held = newest & ~near(in) | near(out);
        for (int word = 0; word < wordsBeyond; word++) {
            seat.heldBeyond[word] = newestBeyond[word] & ~bit(in, word + 1) | bit(out, word + 1);
        }
    }

    /** Records that a reader holds the window that it found on joining. Call {@link #sumUp} afterwards. */
    final void holdsFound(ReaderSeat seat, int windowSize) {
        for (int age = 0; age < windowSize; age++) {
            int slot = Windows.slot(seat.found, age);
            seat.held |= near(slot);
            for (int word = 0; word < ReaderSeat.WORDS_BEYOND; word++) {
                seat.heldBeyond[word] |= bit(slot, word + 1);
            }
        }
    }

    /** Computes the set of all slots that at least one reader holds. */
    final void sumUp(ReaderSeat[] seats) {
        long sum = 0;
        for (ReaderSeat seat : seats) {
            sum |= seat.held;
        }
        held = sum;
        for (int word = 0; word < wordsBeyond; word++) {
            long sumBeyond = 0;
            for (ReaderSeat seat : seats) {
                sumBeyond |= seat.heldBeyond[word];
            }
            heldBeyond[word] = sumBeyond;
        }
    }

    /** Returns the same as {@code bit(slot, 0)}, with one comparison. */
    private static long near(int slot) {
        return slot < Long.SIZE ? 1L << slot : 0;
    }

    /** The bit of a slot in one word of a set; zero if the slot is in another word, or if it stands for no slot. */
    private static long bit(int slot, int word) {
        return slot >>> 6 == word && slot != Windows.NONE ? 1L << slot : 0;
    }
}
