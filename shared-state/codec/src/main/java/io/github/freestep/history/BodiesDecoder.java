package io.github.freestep.history;

import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.Epochs;
import io.github.freestep.net.body.BodyDecoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;

/**
 * Decodes what {@link BodiesEncoder} encoded, and checks it. For one thread; allocates only when it is made. Never
 * throws because of what it reads.
 */
final class BodiesDecoder {
    private final PieceModels models;
    private final BodyDecoder bodies;

    /** By block: the ints of the keyframe. */
    private final int[][] key;

    /** By block: whether its ints of the keyframe may differ from zero. */
    private final boolean[] isUsed;

    /**
     * Whether values do not matter, only whether they are valid. Then blocks that are not coded are left out, so that
     * the work depends on the bytes: a state of a million bodies may take 30 bytes.
     */
    private final boolean checks;

    /** By block: the last state in which it was not left out. */
    private final long[] written;

    private long number;

    BodiesDecoder(StateLayout layout, PoseGrid grid, boolean checks) {
        this.checks = checks;
        BodyFields fields = new BodyFields(layout);
        models = new PieceModels(fields);
        bodies = new BodyDecoder(layout, grid, models.all);
        key = new int[Blocks.of(layout.capacity())][fields.block];
        isUsed = new boolean[key.length];
        written = new long[key.length];
    }

    /** Begins a state. */
    void begin() {
        number++;
    }

    /** Whether a slot of the last state has a body, which is in {@code into} unless its block was left out. */
    boolean isAlive(int slot, KeptState into) {
        int block = slot / Blocks.SIZE;
        return Epochs.isAlive(written[block] == number ? into.epochs[slot] : bodies.epoch(slot, key[block]));
    }

    /** Begins a keyframe, which is coded against slots without bodies. */
    void beginKey() {
        for (int i = 0; i < key.length; i++) {
            if (isUsed[i]) {
                Arrays.fill(key[i], 0);
                isUsed[i] = false;
            }
        }
    }

    /**
     * Decodes a piece.
     *
     * @param at where it begins
     * @param isKey whether it belongs to a keyframe
     * @return one beyond its last slot; -1 if no encoder can have written it
     */
    int piece(byte[] bytes, int at, int length, int first, int slots, boolean isKey, KeptState into) {
        if (length < BodiesEncoder.COUNT) {
            return -1;
        }
        int count = 0;
        for (int i = 0; i < BodiesEncoder.COUNT; i++) {
            count |= (bytes[at + i] & 0xFF) << Byte.SIZE * i;
        }
        if (count < 1 || count > slots - first) {
            return -1;
        }
        bodies.begin(bytes, at + BodiesEncoder.COUNT, at + length);
        boolean wasCoded = false;
        int end = first + count;
        int slot = first;
        while (slot < end) {
            int block = slot / Blocks.SIZE;
            int blockEnd = Math.min((block + 1) * Blocks.SIZE, end);
            wasCoded = bodies.coder.flag(models.coded(wasCoded), false);
            isUsed[block] |= isKey && wasCoded;
            if (bodies.coder.isBeyond() || wasCoded && !bodies(key[block], slot, blockEnd, isKey, into)) {
                return -1;
            }
            // A part of a block is copied, because its other part may be coded.
            boolean copies = !wasCoded && !(checks && blockEnd - slot == Blocks.SIZE);
            written[block] = wasCoded || copies ? number : written[block];
            for (; slot < blockEnd && copies; slot++) {
                bodies.copy(slot, key[block], into);
            }
            slot = blockEnd;
        }
        return bodies.coder.end() && bodies.coder.isAtEnd() ? end : -1;
    }

    private boolean bodies(int[] ints, int from, int end, boolean isKey, KeptState into) {
        for (int slot = from; slot < end; slot++) {
            if (!bodies.next()) {
                return false;
            }
            if (!isKey) {
                if (!bodies.put(slot, ints, into)) {
                    return false;
                }
            } else if (bodies.whole(slot, ints)) {
                bodies.copy(slot, ints, into);
            } else {
                return false;
            }
        }
        return true;
    }
}
