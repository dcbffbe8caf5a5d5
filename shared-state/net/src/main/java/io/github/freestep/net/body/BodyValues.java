package io.github.freestep.net.body;

import io.github.freestep.state.StateLayout;

/** Gets the values of bodies out of their ints. For one thread; allocates nothing. */
public final class BodyValues {
    public final PoseGrid grid;
    private final BodyFields fields;
    private final double step;
    private final Rotations rotations;

    public BodyValues(StateLayout layout, PoseGrid grid) {
        this.grid = grid;
        fields = new BodyFields(layout);
        step = Math.scalb(1.0, -grid.shift());
        rotations = new Rotations(grid);
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
