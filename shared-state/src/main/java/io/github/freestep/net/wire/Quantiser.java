package io.github.freestep.net.wire;

import io.github.freestep.internal.Blocks;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;

/**
 * Turns the bodies of a state into ints, see {@link BodyFields}. For one thread; allocates once, for the first attached
 * body.
 */
final class Quantiser {
    private final BodyFields fields;
    private final boolean isExact;
    private final double scale;
    private final Rotations rotations;

    /** The arrays of the state's channels, first the linear ones. */
    private final float[][] channels;

    private final WorldPoses poses;

    Quantiser(StateLayout layout, PoseGrid grid) {
        fields = new BodyFields(layout);
        isExact = grid.isExact();
        scale = Math.scalb(1.0, grid.shift());
        rotations = new Rotations(grid);
        channels = new float[fields.channels][];
        poses = new WorldPoses(layout.capacity());
    }

    /** Sets the state of the next blocks. */
    void open(State state) {
        poses.open(state);
        for (int i = 0; i < channels.length; i++) {
            channels[i] = i < fields.linear ? state.linear(i) : state.stepped(i - fields.linear);
        }
    }

    /** Whether a block may have changed since the last state, although its version has not. */
    boolean mayChange(int block) {
        return poses.mayChange(block);
    }

    /** Writes the ints of a block. */
    void block(State state, int block, int[] into) {
        int first = block * Blocks.SIZE;
        int end = Math.min(first + Blocks.SIZE, state.slots());
        for (int slot = first; slot < end; slot++) {
            body(state, slot, into, (slot - first) * fields.stride);
        }
        Arrays.fill(into, Math.max(0, end - first) * fields.stride, fields.block, 0);
    }

    private void body(State state, int slot, int[] into, int at) {
        into[at + BodyFields.EPOCH] = state.epoch(slot);
        if (!state.isAlive(slot)) {
            Arrays.fill(into, at + BodyFields.FORM, at + fields.stride, 0);
            return;
        }
        boolean onGrid = !isExact && putOnGrid(slot, into, at + BodyFields.POSE);
        into[at + BodyFields.FORM] = onGrid ? BodyFields.ON_GRID : BodyFields.RAW;
        if (!onGrid) {
            raw(slot, into, at + BodyFields.POSE);
        }
        for (int i = 0; i < channels.length; i++) {
            into[at + BodyFields.CHANNELS + i] = finite(channels[i][slot]);
        }
    }

    private boolean putOnGrid(int slot, int[] into, int at) {
        double x = poses.x(slot) * scale;
        double y = poses.y(slot) * scale;
        double z = poses.z(slot) * scale;
        // False for NaN.
        if (!(Math.abs(x) <= BodyFields.MAX_GRID
                && Math.abs(y) <= BodyFields.MAX_GRID
                && Math.abs(z) <= BodyFields.MAX_GRID)) {
            return false;
        }
        into[at] = (int) Math.rint(x);
        into[at + 1] = (int) Math.rint(y);
        into[at + 2] = (int) Math.rint(z);
        rotations.toGrid(poses.qx(slot), poses.qy(slot), poses.qz(slot), poses.qw(slot), into, at + 3);
        into[at + 6] = 0;
        return true;
    }

    private void raw(int slot, int[] into, int at) {
        float qx = poses.qx(slot);
        float qy = poses.qy(slot);
        float qz = poses.qz(slot);
        float qw = poses.qw(slot);
        boolean usable = Rotations.isUsable(qx, qy, qz, qw);
        into[at] = finite(poses.x(slot));
        into[at + 1] = finite(poses.y(slot));
        into[at + 2] = finite(poses.z(slot));
        into[at + 3] = BodyFields.ordered(usable ? qx : 0);
        into[at + 4] = BodyFields.ordered(usable ? qy : 0);
        into[at + 5] = BodyFields.ordered(usable ? qz : 0);
        into[at + 6] = BodyFields.ordered(usable ? qw : 1);
    }

    private static int finite(float value) {
        return BodyFields.ordered(Float.isFinite(value) ? value : 0);
    }
}
