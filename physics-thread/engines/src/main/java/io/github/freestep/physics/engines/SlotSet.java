package io.github.freestep.physics.engines;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** A set of slots, one bit for each. For the physics thread; allocates nothing. */
final class SlotSet {
    /** The number of slots in a word. */
    static final int WORD = Long.SIZE;

    /** Slot {@code s} is bit {@code s % WORD} of word {@code s / WORD}. */
    final long[] words;

    SlotSet(int capacity) {
        words = new long[(capacity + WORD - 1) / WORD];
    }

    void add(int slot) {
        words[slot / WORD] |= bit(slot);
    }

    void remove(int slot) {
        words[slot / WORD] &= ~bit(slot);
    }

    boolean has(int slot) {
        return (words[slot / WORD] & bit(slot)) != 0;
    }

    void set(int slot, boolean in) {
        if (in) {
            add(slot);
        } else {
            remove(slot);
        }
    }

    /** Adds all slots below {@code count}. */
    void addBelow(int count) {
        Arrays.fill(words, 0, count / WORD, -1);
        if (count % WORD != 0) {
            words[count / WORD] |= below(count % WORD);
        }
    }

    boolean isEmpty() {
        for (long word : words) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    void clear() {
        Arrays.fill(words, 0);
    }

    void write(DataOutput out) throws IOException {
        for (long word : words) {
            out.writeLong(word);
        }
    }

    void read(DataInput in) throws IOException {
        for (int word = 0; word < words.length; word++) {
            words[word] = in.readLong();
        }
    }

    /**
     * Returns the end of the full words that begin with a slot.
     *
     * @param from the first slot of a word
     * @param end the end of the slots in use; the last word is full if it has all slots below
     * @return a slot up to which all are in the set: the first of a word, or {@code end}; {@code from} if the first
     *     word is not full
     */
    int endOfFullWords(int from, int end) {
        int slot = from;
        while (slot < end && words[slot / WORD] == below(end - slot)) {
            slot = Math.min(end, slot + WORD);
        }
        return slot;
    }

    /** Returns the bits of a word's first slots. */
    private static long below(int count) {
        return count < WORD ? bit(count) - 1 : -1;
    }

    private static long bit(int slot) {
        return 1L << slot;
    }
}
