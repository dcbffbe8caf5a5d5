package io.github.freestep.wire;

/** Where a coder's models for whole blocks are: after those for bodies. Immutable. */
final class BlockModels {
    /** Two models: whether a block is coded, by whether the block before was. */
    final int coded;

    /** Whether a coded block has a baseline. */
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
