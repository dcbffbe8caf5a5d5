package io.github.freestep.physics.engine;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Knows which bodies may have moved in a step, and so have to be read after it. Those are the bodies that are awake,
 * those that were awake after the last step, and those whose pose changed in the last step. An engine may move a body
 * in the step in which it falls asleep. For the physics thread; allocates nothing.
 */
final class Movers {
    private final SlotSet awake;

    /** The bodies to read after the next step even if they sleep then. */
    private final SlotSet unsettled;

    /** The bodies that were awake when {@link #switched} was last asked. A new body counts as awake. */
    private final SlotSet known;

    Movers(int capacity) {
        known = new SlotSet(capacity);
        awake = new SlotSet(capacity);
        unsettled = new SlotSet(capacity);
    }

    /** Sets which bodies of a word are awake. */
    void awake(int word, long bits) {
        awake.words[word] = bits;
    }

    /** Notes that a body has woken or fallen asleep. It may have done both since the last step. */
    void changed(int slot, boolean isAwake) {
        awake.set(slot, isAwake);
        unsettled.add(slot);
    }

    /** Notes that a body was moved from outside the engine. */
    void moved(int slot) {
        unsettled.add(slot);
    }

    void added(int slot) {
        known.add(slot);
    }

    void removed(int slot) {
        known.remove(slot);
        awake.remove(slot);
        unsettled.remove(slot);
    }

    /** Returns the bodies of a word that have to be read. They stay due until {@link #read}. */
    long due(int word) {
        return unsettled.words[word] |= awake.words[word];
    }

    /** Notes that all bodies of a word that were due have been read, and whose poses have changed. */
    void read(int word, long changed) {
        unsettled.words[word] = awake.words[word] | changed;
    }

    /**
     * Returns the bodies of a word that have woken or fallen asleep since the last call. A body that has done both is
     * not among them.
     */
    long switched(int word) {
        long switched = known.words[word] ^ awake.words[word];
        known.words[word] = awake.words[word];
        return switched;
    }

    void writeKnown(DataOutput out) throws IOException {
        for (long word : known.words) {
            out.writeLong(word);
        }
    }

    void readKnown(DataInput in) throws IOException {
        for (int word = 0; word < known.words.length; word++) {
            known.words[word] = in.readLong();
        }
    }

    boolean isAwake(int slot) {
        return awake.has(slot);
    }

    /** Returns whether no body below {@code count} is awake or has to be read. */
    boolean isSettled(int count) {
        for (int word = 0, words = SlotSet.words(count); word < words; word++) {
            if ((awake.words[word] | unsettled.words[word]) != 0) {
                return false;
            }
        }
        return true;
    }

    void clear() {
        known.clear();
        awake.clear();
        unsettled.clear();
    }
}
