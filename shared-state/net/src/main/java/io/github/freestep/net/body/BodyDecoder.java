package io.github.freestep.net.body;

import io.github.freestep.net.codec.Decoder;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;

/** Decodes what {@link BodyEncoder} encoded, and checks it. For one thread; allocates nothing. */
public final class BodyDecoder {
    public final PoseGrid grid;
    public final Decoder coder;

    /** Stands for the baseline of a block that has none. */
    private final int[] nothing;

    /** The ints of the body that is being decoded, at the place of its slot. */
    private final int[] body;

    private final BodyFields fields;
    private final int capacity;
    private final BodyCodec codec;
    private final double step;
    private final Rotations rotations;

    /** @param coder reads what the encoder's coder wrote; has at least the models {@link BodyCodec#models} */
    public BodyDecoder(StateLayout layout, PoseGrid grid, Decoder coder) {
        fields = new BodyFields(layout);
        capacity = layout.capacity();
        codec = new BodyCodec(fields, grid.isExact());
        this.grid = grid;
        this.coder = coder;
        step = Math.scalb(1.0, -grid.shift());
        rotations = new Rotations(grid);
        nothing = new int[fields.block];
        body = new int[fields.block];
    }

    /** Begins the content of a datagram. */
    public void begin(byte[] bytes, int offset, int end) {
        coder.open(bytes, offset, end);
        codec.begin();
    }

    /** Begins a body that was encoded without regard to those before it. */
    public void begin() {
        codec.begin();
    }

    /** Whether the body that was decoded equals its baseline. */
    public boolean isSame() {
        return codec.same;
    }

    /** Decodes the next body. Returns false if no encoder can have written it. */
    public boolean next() {
        codec.code(coder);
        return !coder.failed() && !coder.isBeyond();
    }

    /** Writes the ints of the body that was decoded without a baseline. Returns false if it is invalid. */
    public boolean whole(int slot, int[] into) {
        return renewed(slot, null, into);
    }

    /** Like {@link #whole}, but also takes a difference from the baseline before, if that is not null. */
    public boolean renewed(int slot, int[] before, int[] into) {
        return add(slot, before, into, true);
    }

    /** Whether the parent is a slot of the layout, if there is one. */
    private boolean hasParent(int bond) {
        int parent = Bond.parent(bond);
        return bond == Bond.NONE || parent >= 0 && parent < capacity;
    }

    /**
     * Puts the values of the body that was decoded into the arrays.
     *
     * @param baseline the ints of the block's baseline; null if there is none
     * @return false if the body is invalid
     */
    public boolean put(int slot, int[] baseline, DecodedBodies into) {
        if (!add(slot, baseline, body, false)) {
            return false;
        }
        copy(slot, body, into);
        if (!codec.same && codec.isDelta && !codec.isRaw && (codec.pose[3] | codec.pose[4] | codec.pose[5]) != 0) {
            // The result is the baseline's orientation.
            rotations.turn(codec.pose[3], codec.pose[4], codec.pose[5]);
            orientation(slot, into);
        }
        return true;
    }

    /** Writes what was decoded, added to a baseline if it is a difference. Returns false if it is invalid. */
    private boolean add(int slot, int[] before, int[] into, boolean isBaseline) {
        int at = fields.at(slot);
        int[] baseline = before == null ? nothing : before;
        if (codec.same) {
            System.arraycopy(baseline, at, into, at, fields.stride);
            return true;
        }
        boolean isDelta = codec.isDelta;
        int[] base = isDelta ? baseline : nothing;
        int form = !codec.isAlive() ? BodyFields.DEAD : codec.isRaw ? BodyFields.RAW : BodyFields.ON_GRID;
        if (isDelta && base[at + BodyFields.FORM] != form) {
            return false;
        }
        into[at + BodyFields.EPOCH] = isDelta ? base[at + BodyFields.EPOCH] : codec.epoch;
        into[at + BodyFields.FORM] = form;
        if (form == BodyFields.DEAD) {
            Arrays.fill(into, at + BodyFields.BOND, at + fields.stride, 0);
            return true;
        }
        into[at + BodyFields.BOND] = isDelta ? base[at + BodyFields.BOND] : codec.bond;
        // Between a baseline and a state, a difference of orientations is a rotation. So it is written later.
        int sums = codec.isRaw ? BodyCodec.POSE : isDelta && !isBaseline ? 3 : 6;
        for (int i = 0; i < BodyCodec.POSE; i++) {
            into[at + BodyFields.POSE + i] = base[at + BodyFields.POSE + i] + (i < sums ? codec.pose[i] : 0);
        }
        for (int i = 0; i < fields.channels; i++) {
            into[at + BodyFields.CHANNELS + i] = base[at + BodyFields.CHANNELS + i] + codec.channel[i];
        }
        for (int i = 0; i < fields.wide; i++) {
            if (isDelta) {
                long moved = BodyFields.coordinate(codec.isRaw ? codec.upper[i] : 0, codec.pose[i], form);
                fields.coordinate(into, at, i, fields.coordinate(base, at, i) + moved);
            } else {
                into[at + fields.upper + i] = codec.upper[i];
            }
        }
        return isValid(into, at) && (isDelta || hasParent(codec.bond));
    }

    private boolean isValid(int[] ints, int at) {
        int pose = at + BodyFields.POSE;
        boolean isRaw = ints[at + BodyFields.FORM] == BodyFields.RAW;
        boolean valid = !isRaw
                || Rotations.isUsable(
                        BodyFields.unordered(ints[pose + 3]),
                        BodyFields.unordered(ints[pose + 4]),
                        BodyFields.unordered(ints[pose + 5]),
                        BodyFields.unordered(ints[pose + 6]));
        for (int axis = 0; axis < BodyFields.AXES; axis++) {
            valid &= isRaw ? isPlace(raw(ints, at, axis)) : Math.abs((long) ints[pose + axis]) <= BodyFields.MAX_GRID;
        }
        for (int i = 0; i < fields.channels; i++) {
            valid &= Float.isFinite(BodyFields.unordered(ints[at + BodyFields.CHANNELS + i]));
        }
        return valid;
    }

    /** False for NaN. */
    private boolean isPlace(double coordinate) {
        return fields.wide > 0 ? Math.abs(coordinate) < BodyFields.LIMIT : Math.abs(coordinate) <= Float.MAX_VALUE;
    }

    private double raw(int[] ints, int at, int axis) {
        return fields.wide > 0
                ? BodyFields.unordered(fields.coordinate(ints, at, axis))
                : BodyFields.unordered(ints[at + BodyFields.POSE + axis]);
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
            into.places[axis][slot] = isRaw ? raw(ints, at, axis) : step * fields.coordinate(ints, at, axis);
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
