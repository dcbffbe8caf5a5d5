package io.github.freestep.physics.prediction;

import io.github.freestep.internal.Blocks;
import io.github.freestep.physics.journal.StateRange;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/** Writes true values, with and without errors. For one thread; allocates nothing once made. */
final class ShownWriter {
    private final ShownErrors errors;
    private final Rotation rotation = new Rotation();
    private final StateLayout layout;

    ShownWriter(StateLayout layout, ShownErrors errors) {
        this.errors = errors;
        this.layout = layout;
    }

    /** Writes a body with its error. Stepped channels have none. */
    void wrong(State truth, int slot, StateWriter writer) {
        writer.position(
                slot,
                truth.x(slot) + errors.get(slot, 0),
                truth.y(slot) + errors.get(slot, 1),
                truth.z(slot) + errors.get(slot, 2));
        rotation.set(truth, slot);
        rotation.turn(
                errors.get(slot, ShownMotion.ROTATION),
                errors.get(slot, ShownMotion.ROTATION + 1),
                errors.get(slot, ShownMotion.ROTATION + 2));
        writer.orientation(slot, (float) rotation.x, (float) rotation.y, (float) rotation.z, (float) rotation.w);
        for (int channel = 0; channel < layout.linearChannels().size(); channel++) {
            double error = errors.get(slot, ShownMotion.CHANNELS + channel);
            writer.linear(channel, slot, truth.linear(channel)[slot] + error);
        }
        for (int channel = 0; channel < layout.steppedChannels().size(); channel++) {
            writer.stepped(channel, slot, truth.stepped(channel)[slot]);
        }
    }

    /**
     * Copies some slots of a block. Those without a body, too, because the sign of the next body's orientation depends
     * on what the slot had before.
     */
    void exact(State truth, int block, long slots, StateWriter writer) {
        for (long left = slots; left != 0; ) {
            int start = Long.numberOfTrailingZeros(left);
            int length = Long.numberOfTrailingZeros(~(left >>> start));
            int from = block * Blocks.SIZE + start;
            StateRange.copy(layout, truth, writer, from, from + length);
            left &= start + length == Long.SIZE ? 0 : -1L << start + length;
        }
    }
}
