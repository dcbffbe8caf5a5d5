package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyCodec;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.codec.CoderModels;

/** The indices of a coder's models for whole blocks, which follow the models for bodies. Immutable. */
final class BlockModels {
    /** Whether a block is coded: one model for when the block before was not coded, and one for when it was. */
    final int coded;

    /** The model of whether a coded block has a baseline. */
    final int based;

    /** The number of its baseline, as the distance from a number in the header. */
    final int baseline;

    /** All models, those for bodies included. */
    final CoderModels all;

    BlockModels(BodyFields fields) {
        CoderModels bodies = BodyCodec.models(fields);
        coded = bodies.flags();
        based = coded + 2;
        baseline = bodies.numbers();
        all = new CoderModels(based + 1, baseline + 1, bodies.sizes());
    }
}
