package io.github.freestep.net.wire;

import io.github.freestep.net.codec.RangeDecoder;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;

/** Decodes what {@link BodyEncoder} encoded, and checks it. For one thread; allocates nothing. */
final class BodyDecoder {
    final RangeDecoder coder;

    /** Stands for the baseline of a block that has none. */
    private final int[] nothing;

    /** The ints of the body that is being decoded, at the place of its slot. */
    private final int[] body;

    private final BodyFields fields;
    private final BodyCodec codec;
    private final double step;
    private final Rotations rotations;

    BodyDecoder(StateLayout layout, PoseGrid grid) {
        fields = new BodyFields(layout);
        codec = new BodyCodec(fields.channels, grid.isExact());
        coder = new RangeDecoder(new BlockModels(fields.channels).all);
        step = Math.scalb(1.0, -grid.shift());
        rotations = new Rotations(grid);
        nothing = new int[fields.block];
        body = new int[fields.block];
    }

    /** Begins the content of a datagram. */
    void begin(byte[] bytes, int offset, int end) {
        coder.open(bytes, offset, end);
        codec.begin();
    }

    /** Decodes the next body. Returns false if no encoder can have written it. */
    boolean next() {
        codec.code(coder);
        return !coder.failed() && !coder.isBeyond();
    }

    /** Writes the ints of the body that was decoded without a baseline. Returns false if it is invalid. */
    boolean whole(int slot, int[] into) {
        int at = fields.at(slot);
        if (codec.same) {
            Arrays.fill(into, at, at + fields.stride, 0);
            return true;
        }
        if (codec.isDelta) {
            return false;
        }
        into[at + BodyFields.EPOCH] = codec.epoch;
        if (!codec.isAlive()) {
            Arrays.fill(into, at + BodyFields.FORM, at + fields.stride, 0);
            return true;
        }
        into[at + BodyFields.FORM] = codec.isRaw ? BodyFields.RAW : BodyFields.ON_GRID;
        System.arraycopy(codec.pose, 0, into, at + BodyFields.POSE, BodyCodec.POSE);
        if (!codec.isRaw) {
            into[at + BodyFields.POSE + 6] = 0;
        }
        System.arraycopy(codec.channel, 0, into, at + BodyFields.CHANNELS, fields.channels);
        return isValid(into, at);
    }

    /**
     * Puts the values of the body that was decoded into the arrays.
     *
     * @param baseline the ints of the block's baseline; null if there is none
     * @return false if the body is invalid
     */
    boolean put(int slot, int[] baseline, PieceDecoder into) {
        int[] base = baseline == null ? nothing : baseline;
        if (codec.same) {
            copy(slot, base, into);
            return true;
        }
        if (!codec.isDelta) {
            if (!whole(slot, body)) {
                return false;
            }
            copy(slot, body, into);
            return true;
        }
        if (!add(slot, base)) {
            return false;
        }
        copy(slot, body, into);
        if (!codec.isRaw) {
            // The result is the baseline's orientation.
            rotations.turn(codec.pose[3], codec.pose[4], codec.pose[5]);
            orientation(slot, into);
        }
        return true;
    }

    /** Adds the decoded differences to a baseline. */
    private boolean add(int slot, int[] base) {
        int at = fields.at(slot);
        int form = codec.isRaw ? BodyFields.RAW : BodyFields.ON_GRID;
        if (base[at + BodyFields.FORM] != form) {
            return false;
        }
        body[at + BodyFields.EPOCH] = base[at + BodyFields.EPOCH];
        body[at + BodyFields.FORM] = form;
        // An orientation on the grid is not a sum, so it is written later.
        int sums = codec.isRaw ? BodyCodec.POSE : 3;
        for (int i = 0; i < BodyCodec.POSE; i++) {
            body[at + BodyFields.POSE + i] = base[at + BodyFields.POSE + i] + (i < sums ? codec.pose[i] : 0);
        }
        for (int i = 0; i < fields.channels; i++) {
            body[at + BodyFields.CHANNELS + i] = base[at + BodyFields.CHANNELS + i] + codec.channel[i];
        }
        return isValid(body, at);
    }

    private boolean isValid(int[] ints, int at) {
        int pose = at + BodyFields.POSE;
        boolean valid = ints[at + BodyFields.FORM] == BodyFields.RAW ? isUsable(ints, pose) : isOnGrid(ints, pose);
        for (int i = 0; i < fields.channels; i++) {
            valid &= BodyFields.isFinite(ints[at + BodyFields.CHANNELS + i]);
        }
        return valid;
    }

    private static boolean isOnGrid(int[] ints, int pose) {
        return Math.abs((long) ints[pose]) <= BodyFields.MAX_GRID
                && Math.abs((long) ints[pose + 1]) <= BodyFields.MAX_GRID
                && Math.abs((long) ints[pose + 2]) <= BodyFields.MAX_GRID;
    }

    private static boolean isUsable(int[] ints, int pose) {
        return BodyFields.isFinite(ints[pose])
                && BodyFields.isFinite(ints[pose + 1])
                && BodyFields.isFinite(ints[pose + 2])
                && Rotations.isUsable(
                        BodyFields.unordered(ints[pose + 3]),
                        BodyFields.unordered(ints[pose + 4]),
                        BodyFields.unordered(ints[pose + 5]),
                        BodyFields.unordered(ints[pose + 6]));
    }

    /** Copies a body from the ints of its block into the arrays. */
    void copy(int slot, int[] ints, PieceDecoder into) {
        int at = fields.at(slot);
        int form = ints[at + BodyFields.FORM];
        into.epochs[slot] = ints[at + BodyFields.EPOCH];
        if (form == BodyFields.DEAD) {
            return;
        }
        int pose = at + BodyFields.POSE;
        if (form == BodyFields.RAW) {
            into.x[slot] = BodyFields.unordered(ints[pose]);
            into.y[slot] = BodyFields.unordered(ints[pose + 1]);
            into.z[slot] = BodyFields.unordered(ints[pose + 2]);
            into.qx[slot] = BodyFields.unordered(ints[pose + 3]);
            into.qy[slot] = BodyFields.unordered(ints[pose + 4]);
            into.qz[slot] = BodyFields.unordered(ints[pose + 5]);
            into.qw[slot] = BodyFields.unordered(ints[pose + 6]);
        } else {
            into.x[slot] = (float) (ints[pose] * step);
            into.y[slot] = (float) (ints[pose + 1] * step);
            into.z[slot] = (float) (ints[pose + 2] * step);
            rotations.onGrid(ints[pose + 3], ints[pose + 4], ints[pose + 5]);
            orientation(slot, into);
        }
        for (int i = 0; i < fields.channels; i++) {
            into.channels[i][slot] = BodyFields.unordered(ints[at + BodyFields.CHANNELS + i]);
        }
    }

    private void orientation(int slot, PieceDecoder into) {
        into.qx[slot] = (float) rotations.x;
        into.qy[slot] = (float) rotations.y;
        into.qz[slot] = (float) rotations.z;
        into.qw[slot] = (float) rotations.w;
    }
}
