package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyFields;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of the newest states that were sent or have come, each as ints. States with the same content of a block
 * share it, so a world at rest takes no more than one state, and 1,000 bodies without channels that all move take 2.6
 * MB. For one thread. Allocates only while more blocks are in use than ever before, and never has more than the layout
 * has room for in {@value #STATES} states.
 */
final class StateRing {
    /** An age of a state fits into six bits, and a set of states into a long. */
    static final int STATES = 64;

    private final int size;
    private final Entry[] entries = new Entry[STATES];

    /** The first of the blocks that nothing uses. */
    private @Nullable Block free;

    /** A state. */
    static final class Entry {
        /** Its number; 0 if this is none. */
        long number;

        int slots;
        long tick;
        long stampNanos;
        long startedNanos;
        long simulationNanos;
        long anchorNumber;
        long anchorWallNanos;
        long anchorSimulationNanos;
        long scaleNumerator;
        long scaleDenominator;
        long inputSequence;

        /** Null for blocks that have not come. */
        private final @Nullable Block[] blocks;

        private Entry(int count) {
            blocks = new Block[count];
        }

        @Nullable Block block(int block) {
            return blocks[block];
        }

        int @Nullable [] ints(int block) {
            return blocks[block] == null ? null : blocks[block].ints;
        }
    }

    /** What slots of a block hold. Its ints do not change any more once another state may use it. */
    static final class Block {
        final int[] ints;
        private int uses;

        /** The next one that nothing uses. */
        private @Nullable Block next;

        private Block(int size) {
            ints = new int[size];
        }
    }

    StateRing(BodyFields fields, int capacity) {
        size = fields.block;
        Arrays.setAll(entries, i -> new Entry(Blocks.of(capacity)));
    }

    /** The place of a state, which it shares with those whose numbers are the same modulo {@value #STATES}. */
    static int place(long state) {
        return (int) state & STATES - 1;
    }

    /** Forgets all states. */
    void clear() {
        for (Entry entry : entries) {
            release(entry);
        }
    }

    private void release(Entry entry) {
        entry.number = 0;
        for (int block = 0; block < entry.blocks.length; block++) {
            put(entry.blocks, block, null);
        }
    }

    /** Begins a state, in the place of the one that has the same number modulo {@value #STATES}. */
    Entry begin(PieceHeader header) {
        Entry entry = entries[place(header.state)];
        release(entry);
        entry.number = header.state;
        entry.slots = header.slots;
        entry.tick = header.tick;
        entry.stampNanos = header.stampNanos;
        entry.startedNanos = header.startedNanos;
        entry.simulationNanos = header.simulationNanos;
        entry.anchorNumber = header.anchorNumber;
        entry.anchorWallNanos = header.anchorWallNanos;
        entry.anchorSimulationNanos = header.anchorSimulationNanos;
        entry.scaleNumerator = header.scaleNumerator;
        entry.scaleDenominator = header.scaleDenominator;
        entry.inputSequence = header.inputSequence;
        return entry;
    }

    /** Returns a state; null if it is not there. */
    @Nullable Entry find(long state) {
        Entry entry = entries[place(state)];
        return state > 0 && entry.number == state ? entry : null;
    }

    /** Sets a block of a state. */
    void put(Entry entry, int block, Block content) {
        put(entry.blocks, block, content);
    }

    /** Sets an element of an array of blocks that are in use. */
    void put(Block[] of, int at, @Nullable Block content) {
        if (content != null) {
            content.uses++;
        }
        Block former = of[at];
        of[at] = content;
        if (former != null) {
            former.uses--;
            give(former);
        }
    }

    /** Returns a block that nothing uses yet, with any content. Give it back if nothing uses it then. */
    Block take() {
        Block taken = free;
        if (taken == null) {
            return new Block(size);
        }
        free = taken.next;
        return taken;
    }

    /** Takes back a block, unless something uses it. */
    void give(Block block) {
        if (block.uses == 0) {
            block.next = free;
            free = block;
        }
    }
}
