package io.github.freestep.net.wire;

import io.github.freestep.net.codec.RangeCoder;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;

/**
 * Codes what a piece for one client says of each body before its content: its slot, how often it comes, from which
 * states it is coded, and whether it rests. Bodies are in the order of their slots. Most are those of an earlier state
 * that the client has as a whole, so only the others take many bits. The same calls encode and decode.
 * For one thread; allocates nothing.
 */
final class RecordCoder {
    private final BlockModels models;
    private final RangeCoder coder;

    /** The slots with a body in the earlier state, and those in use. */
    private long[] earlier;

    private int slots;

    /** The first of the slots with a body in the earlier state that may be that of the next record. */
    private int expected;

    private boolean wasExpected;

    /** The first slot that the next record can have. */
    int slot;

    /** Of the last record, and by level, from which states the last body of that level was coded. */
    int level;

    private final int[] before = new int[BlockModels.LEVELS];

    boolean isResting;

    RecordCoder(BlockModels models, RangeCoder coder) {
        this.models = models;
        this.coder = coder;
    }

    void begin(int firstSlot, int slotsInUse, long[] ofEarlier) {
        slot = firstSlot;
        expected = firstSlot;
        slots = slotsInUse;
        earlier = ofEarlier;
        wasExpected = true;
        level = 0;
        Arrays.fill(before, BlockModels.NOTHING);
    }

    /** Codes the slot of the next record, or the end of the slots after the last one. */
    int slot(int next) {
        while (expected < slot || expected < slots && (earlier[expected / Blocks.SIZE] >>> expected & 1) == 0) {
            expected++;
        }
        wasExpected = models.isExpected(coder, wasExpected, next == expected);
        int coded = wasExpected ? expected : slot + models.distance(coder, next - slot);
        slot = coded + 1;
        return coded;
    }

    /** Codes the other fields. Returns from which states the body is coded. */
    int record(int ofLevel, int from, boolean rests) {
        level = models.level(coder, level, ofLevel);
        int coded = models.from(coder, false, before[level], from);
        if (coded != BlockModels.ABSENT) {
            isResting = models.rests(coder, rests);
        }
        if (BlockModels.newer(coded) > 0) {
            before[level] = coded;
        }
        return coded;
    }
}
