package io.github.freestep.net.wire;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;

/** Encodes the pieces of a state. For one thread; allocates nothing. */
final class PieceEncoder {
    private final Packer packer;
    private boolean wasCoded;

    /** Whether the piece has a block that differs from its baseline. */
    private boolean hasCoded;

    PieceEncoder(StateLayout layout, PoseGrid grid) {
        packer = new Packer(layout, grid);
    }

    /**
     * Encodes a state.
     *
     * @param header its fields are set, apart from those that differ from piece to piece
     */
    void encode(State state, SentBlock[] blocks, PieceHeader header, DatagramOutput output) {
        int slot = 0;
        header.piece = 0;
        do {
            header.hasInput &= header.piece == 0;
            header.firstSlot = slot;
            header.endSlot = header.slots;
            header.write(packer.header());
            packer.open();
            slot = slots(state, blocks, header);
            if (slot == header.firstSlot && slot < header.slots) {
                throw new IllegalStateException("body " + slot + " does not fit into a datagram");
            }
            header.endSlot = slot;
            header.write(packer.header());
            Datagrams.send(packer.close(), header.piece == 0 && slot == header.slots && hasCoded, output);
            header.piece++;
        } while (slot < header.slots);
    }

    private int slots(State state, SentBlock[] blocks, PieceHeader header) {
        wasCoded = false;
        hasCoded = false;
        int slot = header.firstSlot;
        while (slot < header.slots) {
            int block = slot / Blocks.SIZE;
            int end = Math.min((block + 1) * Blocks.SIZE, header.slots);
            int reached = block(state, blocks[block], header.baselines, slot, end);
            if (reached < end) {
                return reached;
            }
            slot = end;
        }
        return slot;
    }

    /** Encodes a range of slots of a block, as far as they fit. */
    private int block(State state, SentBlock block, long baselines, int from, int end) {
        boolean coded = !block.isEffective();
        packer.coder.flag(packer.models.coded + (wasCoded ? 1 : 0), coded);
        wasCoded = coded;
        hasCoded |= coded;
        if (coded) {
            boolean based = block.effective != null;
            packer.coder.flag(packer.models.based, based);
            if (based) {
                packer.coder.number(packer.models.baseline, (int) (baselines - block.effectiveId));
            }
        }
        for (int slot = from; slot < end && coded; slot++) {
            packer.bodies.encode(state, slot, block.now, block.effective);
            if (!packer.keeps()) {
                return slot;
            }
        }
        return coded || packer.keeps() ? end : from;
    }
}
