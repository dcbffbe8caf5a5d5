package io.github.freestep.history;

import io.github.freestep.net.body.BodyCodec;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.codec.CoderModels;

/** The models of a coder of pieces: those for bodies, and whether a block is coded. Immutable. */
final class PieceModels {
    final CoderModels all;
    private final int coded;

    PieceModels(BodyFields fields) {
        CoderModels bodies = BodyCodec.models(fields);
        coded = bodies.flags();
        all = new CoderModels(coded + 2, bodies.numbers(), bodies.sizes());
    }

    /** The model of whether a block is coded. */
    int coded(boolean wasCoded) {
        return coded + (wasCoded ? 1 : 0);
    }
}
