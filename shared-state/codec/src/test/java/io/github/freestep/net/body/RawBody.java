package io.github.freestep.net.body;

import io.github.freestep.net.codec.RangeEncoder;
import io.github.freestep.state.StateLayout;

/** Writes a body in floats, with any position, which no {@link BodyEncoder} would write. For one thread. */
public final class RawBody {
    private final BodyCodec codec;

    public RawBody(StateLayout layout, boolean isExact) {
        codec = new BodyCodec(new BodyFields(layout), isExact);
        codec.begin();
    }

    /** Writes a live body without a baseline, at this x position. */
    public void code(float x, RangeEncoder to) {
        codec.epoch = 1;
        codec.isRaw = true;
        codec.pose[0] = BodyFields.ordered(x);
        codec.pose[6] = BodyFields.ordered(1);
        codec.code(to);
    }
}
