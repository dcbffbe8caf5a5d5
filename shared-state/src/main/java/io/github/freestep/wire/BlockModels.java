package io.github.freestep.wire;

/** The indices of a coder's models for whole blocks, which follow the models for bodies. Immutable. */
final class BlockModels {
    /** Whether a block is coded: one model for when the block before was not coded, and one for when it was. */
    final int coded;

    /** The model of whether a coded block has a baseline. */
    final int based;

    /** The models of the number of its baseline, as the distance from a number in the header. */
    final int baseline;

    /** The number of models in all. */
    final int count;

    BlockModels(int channels) {
        coded = BodyCodec.models(channels);
        based = coded + 2;
        baseline = based + 1;
        count = baseline + RangeCoder.NUMBER;
    }
}
