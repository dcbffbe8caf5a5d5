package io.github.freestep.net.body;

import io.github.freestep.net.codec.RangeCoder;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;

/** Encodes bodies of a state against those of a baseline. For one thread; allocates nothing. */
public final class BodyEncoder {
    /** Stands for the baseline of a block that has none. */
    private final int[] nothing;

    private final BodyFields fields;
    private final BodyCodec codec;
    private final RangeCoder coder;
    private final Rotations rotations;

    public BodyEncoder(StateLayout layout, PoseGrid grid, RangeCoder coder) {
        fields = new BodyFields(layout);
        codec = new BodyCodec(fields, grid.isExact());
        this.coder = coder;
        rotations = new Rotations(grid);
        nothing = new int[fields.block];
    }

    /** Begins a datagram. */
    public void begin() {
        codec.begin();
    }

    /**
     * Encodes one body.
     *
     * @param state the one from which {@code now} was made; null if {@code now} is itself to be a baseline
     * @param now the ints of its block
     * @param baseline the ints of the block's baseline; null if there is none
     */
    public void encode(State state, int slot, int[] now, int[] baseline) {
        int at = fields.at(slot);
        int[] base = baseline == null ? nothing : baseline;
        codec.same = Arrays.equals(now, at, at + fields.stride, base, at, at + fields.stride);
        if (!codec.same) {
            codec.epoch = now[at + BodyFields.EPOCH];
            codec.bond = now[at + BodyFields.BOND];
            codec.isRaw = now[at + BodyFields.FORM] == BodyFields.RAW;
            codec.isDelta = now[at + BodyFields.FORM] != BodyFields.DEAD
                    && now[at + BodyFields.EPOCH] == base[at + BodyFields.EPOCH]
                    && now[at + BodyFields.FORM] == base[at + BodyFields.FORM]
                    && now[at + BodyFields.BOND] == base[at + BodyFields.BOND]
                    && isNear(now, base, at);
            values(now, codec.isDelta ? base : nothing, at);
            boolean hasTurned = (codec.pose[3] | codec.pose[4] | codec.pose[5]) != 0;
            if (state != null && codec.isDelta && !codec.isRaw && hasTurned) {
                // The difference to the exact orientation, so that no second rounding is added.
                int turned = at + BodyFields.POSE + 3;
                rotations.onGrid(base[turned], base[turned + 1], base[turned + 2]);
                rotations.difference(
                        state.qx()[slot], state.qy()[slot], state.qz()[slot], state.qw()[slot], codec.pose, 3);
            }
        }
        codec.code(coder);
    }

    /** Whether the differences fit into the lower bits. Always true for floats and raw forms. */
    private boolean isNear(int[] now, int[] base, int at) {
        boolean near = true;
        for (int i = 0; i < fields.wide && !codec.isRaw; i++) {
            long moved = fields.coordinate(now, at, i) - fields.coordinate(base, at, i);
            near &= BodyFields.upper(moved, BodyFields.ON_GRID) == 0;
        }
        return near;
    }

    private void values(int[] now, int[] base, int at) {
        int pose = at + BodyFields.POSE;
        for (int i = 0; i < BodyCodec.POSE; i++) {
            codec.pose[i] = now[pose + i] - base[pose + i];
        }
        int form = now[at + BodyFields.FORM];
        for (int i = 0; i < fields.wide; i++) {
            long moved = fields.coordinate(now, at, i) - fields.coordinate(base, at, i);
            codec.pose[i] = BodyFields.lower(moved, form);
            codec.upper[i] = BodyFields.upper(moved, form);
        }
        int channel = at + BodyFields.CHANNELS;
        for (int i = 0; i < fields.channels; i++) {
            codec.channel[i] = now[channel + i] - base[channel + i];
        }
    }
}
