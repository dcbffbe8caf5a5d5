package io.github.freestep.net.wire;

import io.github.freestep.internal.WorldId;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;

/** Encodes baselines of blocks. For one thread; allocates nothing. */
final class BaselineEncoder {
    private final Packer packer;
    private final BaselineHeader header = new BaselineHeader();
    private long nowNanos;

    BaselineEncoder(StateLayout layout, PoseGrid grid, long run, WorldId world) {
        packer = new Packer(layout, grid);
        header.run = run;
        header.world(world);
        header.layout = BaselineHeader.hash(layout);
        header.capacity = layout.capacity();
        header.shift = grid.shift();
        header.turns = grid.turns();
    }

    /**
     * Sets when the next datagrams are sent.
     *
     * @param stampNanos by the sender's clock
     * @param now the time by which repeats are due
     */
    void at(long stampNanos, long now) {
        header.stampNanos = stampNanos;
        nowNanos = now;
    }

    /** The number of the last datagram. */
    long sequence() {
        return header.sequence;
    }

    /**
     * Encodes adjacent blocks whose baselines are due. A repeated baseline keeps its id, so receivers that have it need
     * not store it again, and those that do not can use it at once. Without blocks, there is one empty datagram.
     */
    void encode(int slots, SentBlock[] blocks, int first, int end, DatagramOutput output) {
        header.slots = slots;
        int endSlot = Math.min(end * Blocks.SIZE, header.slots);
        int slot = first * Blocks.SIZE;
        do {
            header.sequence++;
            header.firstSlot = slot;
            header.endSlot = Math.min(endSlot, slot + BaselineHeader.MAX_SLOTS);
            header.write(packer.header());
            packer.open();
            slot = slots(blocks);
            header.endSlot = slot;
            header.write(packer.header());
            output.baseline(packer.close());
        } while (slot < endSlot);
    }

    private int slots(SentBlock[] blocks) {
        int slot = header.firstSlot;
        while (slot < header.endSlot) {
            int number = slot / Blocks.SIZE;
            int end = Math.min((number + 1) * Blocks.SIZE, header.endSlot);
            SentBlock block = blocks[number];
            if (slot % Blocks.SIZE == 0) {
                block.send(header.sequence, nowNanos);
            }
            int[] content = block.newest();
            packer.coder.number(packer.models.baseline, (int) (header.sequence - block.newestId()));
            for (; slot < end; slot++) {
                packer.bodies.encode(null, slot, content, null);
                if (!packer.keeps()) {
                    return slot;
                }
            }
        }
        return slot;
    }
}
