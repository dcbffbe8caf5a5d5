package io.github.freestep.net.body;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;

/**
 * Turns the bodies of a state into ints, see {@link BodyFields}, and back. For one thread; allocates only when it is
 * made.
 */
public final class Quantiser {
    public final PoseGrid grid;
    private final BodyFields fields;
    private final double scale;
    private final double step;
    private final Rotations rotations;

    /** The arrays of the state's channels, first the linear ones. */
    private final float[][] channels;

    /** The greatest value on the grid of positions. */
    private final double most;

    public Quantiser(StateLayout layout, PoseGrid grid) {
        fields = new BodyFields(layout);
        this.grid = grid;
        scale = Math.scalb(1.0, grid.shift());
        step = Math.scalb(1.0, -grid.shift());
        rotations = new Rotations(grid);
        channels = new float[fields.channels][];
        most = fields.wide > 0 ? BodyFields.MAX_WIDE_GRID : BodyFields.MAX_GRID;
    }

    /** Sets the state of the next blocks. */
    public void open(State state) {
        for (int i = 0; i < channels.length; i++) {
            channels[i] = i < fields.linear ? state.linear(i) : state.stepped(i - fields.linear);
        }
    }

    /** Writes the ints of a block. */
    public void block(State state, int block, int[] into) {
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
        into[at + BodyFields.BOND] = bond(state, slot);
        if (grid.isExact() || !putOnGrid(state, slot, into, at)) {
            raw(state, slot, into, at);
        }
        for (int i = 0; i < channels.length; i++) {
            into[at + BodyFields.CHANNELS + i] = finite(channels[i][slot]);
        }
    }

    private static int bond(State state, int slot) {
        int parent = state.parent(slot);
        return parent == State.NO_PARENT ? Bond.NONE : Bond.of(parent, state.epoch(parent));
    }

    private boolean putOnGrid(State state, int slot, int[] into, int at) {
        double x = state.x(slot) * scale;
        double y = state.y(slot) * scale;
        double z = state.z(slot) * scale;
        // False for NaN.
        if (!(Math.abs(x) <= most && Math.abs(y) <= most && Math.abs(z) <= most)) {
            return false;
        }
        into[at + BodyFields.FORM] = BodyFields.ON_GRID;
        fields.coordinate(into, at, 0, (long) Math.rint(x));
        fields.coordinate(into, at, 1, (long) Math.rint(y));
        fields.coordinate(into, at, 2, (long) Math.rint(z));
        int pose = at + BodyFields.POSE;
        rotations.toGrid(state.qx()[slot], state.qy()[slot], state.qz()[slot], state.qw()[slot], into, pose + 3);
        into[pose + 6] = 0;
        return true;
    }

    private void raw(State state, int slot, int[] into, int at) {
        float qx = state.qx()[slot];
        float qy = state.qy()[slot];
        float qz = state.qz()[slot];
        float qw = state.qw()[slot];
        boolean usable = Rotations.isUsable(qx, qy, qz, qw);
        into[at + BodyFields.FORM] = BodyFields.RAW;
        raw(into, at, 0, state.x(slot));
        raw(into, at, 1, state.y(slot));
        raw(into, at, 2, state.z(slot));
        int pose = at + BodyFields.POSE;
        into[pose + 3] = BodyFields.ordered(usable ? qx : 0);
        into[pose + 4] = BodyFields.ordered(usable ? qy : 0);
        into[pose + 5] = BodyFields.ordered(usable ? qz : 0);
        into[pose + 6] = BodyFields.ordered(usable ? qw : 1);
    }

    private void raw(int[] into, int at, int axis, double value) {
        // False for NaN.
        boolean isUsable = Math.abs(value) < BodyFields.LIMIT;
        fields.coordinate(
                into, at, axis, fields.wide > 0 ? BodyFields.ordered(isUsable ? value : 0) : finite((float) value));
    }

    private static int finite(float value) {
        return BodyFields.ordered(Float.isFinite(value) ? value : 0);
    }

    /** Copies a body from the ints of its block into the arrays. */
    public void copy(int slot, int[] ints, DecodedBodies into) {
        int at = fields.at(slot);
        int form = ints[at + BodyFields.FORM];
        into.epochs[slot] = ints[at + BodyFields.EPOCH];
        into.bonds[slot] = ints[at + BodyFields.BOND];
        if (form == BodyFields.DEAD) {
            return;
        }
        int orientation = at + BodyFields.POSE + BodyFields.AXES;
        boolean isRaw = form == BodyFields.RAW;
        for (int axis = 0; axis < BodyFields.AXES; axis++) {
            into.places[axis][slot] = isRaw ? fields.raw(ints, at, axis) : step * fields.coordinate(ints, at, axis);
        }
        for (int i = 0; i < DecodedBodies.ORIENTATION && isRaw; i++) {
            into.others[i][slot] = BodyFields.unordered(ints[orientation + i]);
        }
        if (!isRaw) {
            rotations.onGrid(ints[orientation], ints[orientation + 1], ints[orientation + 2]);
            orientation(slot, into);
        }
        for (int i = 0; i < fields.channels; i++) {
            into.others[DecodedBodies.ORIENTATION + i][slot] = BodyFields.unordered(ints[at + BodyFields.CHANNELS + i]);
        }
    }

    private void orientation(int slot, DecodedBodies into) {
        into.others[0][slot] = (float) rotations.x;
        into.others[1][slot] = (float) rotations.y;
        into.others[2][slot] = (float) rotations.z;
        into.others[3][slot] = (float) rotations.w;
    }
}
