package io.github.freestep.physics.prediction.shown;

import io.github.freestep.physics.saves.content.StateRange;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Blocks;

/** Writes true values, with and without errors. For one thread; allocates nothing once made. */
final class ShownWriter {
    private final ShownErrors errors;
    private final Rotation rotation = new Rotation();
    private final StateLayout layout;
    private final double[] by;

    ShownWriter(StateLayout layout, ShownErrors errors) {
        this.errors = errors;
        this.layout = layout;
        by = new double[ShownMotion.CHANNELS + layout.linearChannels().size()];
    }

    /** Writes a body with its error. Stepped channels have none. */
    void wrong(State truth, int slot, StateWriter writer) {
        for (int part = 0; part < by.length; part++) {
            by[part] = errors.get(slot, part);
        }
        moved(truth, slot, by, truth, writer);
    }

    /**
     * Writes a body beside its pose.
     *
     * @param by how far: position, rotation vector and linear channels, as the differences of {@link ShownMotion}
     * @param stepped has the values of the stepped channels
     */
    void moved(State from, int slot, double[] by, State stepped, StateWriter writer) {
        writer.position(slot, from.x(slot) + by[0], from.y(slot) + by[1], from.z(slot) + by[2]);
        rotation.set(from, slot);
        rotation.turn(by[ShownMotion.ROTATION], by[ShownMotion.ROTATION + 1], by[ShownMotion.ROTATION + 2]);
        writer.orientation(slot, (float) rotation.x, (float) rotation.y, (float) rotation.z, (float) rotation.w);
        for (int channel = 0; channel < layout.linearChannels().size(); channel++) {
            writer.linear(channel, slot, from.linear(channel)[slot] + by[ShownMotion.CHANNELS + channel]);
        }
        for (int channel = 0; channel < layout.steppedChannels().size(); channel++) {
            writer.stepped(channel, slot, stepped.stepped(channel)[slot]);
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
