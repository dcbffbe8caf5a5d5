package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyCoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.codec.CoderModels;
import io.github.freestep.net.codec.RangeCoder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How the blocks of a piece are coded: from which two earlier states, and whether they have changed since the newer
 * one. The same code encodes and decodes. The models follow those for bodies. Immutable.
 */
final class BlockModels {
    /** The states that a block is coded from: none, and a block that is not sent. */
    static final int NOTHING = 0;

    static final int ABSENT = 1;

    private static final int AGE_BITS = 6;

    /** All models, those for bodies included. */
    final CoderModels all;

    private final int rebased;
    private final int changed;

    BlockModels(BodyFields fields) {
        CoderModels bodies = BodyCoder.models(fields);
        rebased = bodies.flags();
        changed = rebased + 1;
        all = new CoderModels(changed + 2, bodies.numbers(), bodies.sizes(), bodies.starts());
    }

    /**
     * Returns the states that a block is coded from.
     *
     * @param newer how many states ago the newer one was sent
     * @param older how many states ago the older one was sent; 0 if there is none
     */
    static int from(int newer, int older) {
        return newer << AGE_BITS | older;
    }

    static int newer(int from) {
        return from >> AGE_BITS;
    }

    static int older(int from) {
        return from & StateRing.STATES - 1;
    }

    /** Codes the states that a block is coded from. Most blocks are coded from those of the block before. */
    int from(RangeCoder coder, boolean isFirst, int before, int from) {
        boolean differs = isFirst || coder.flag(rebased, from != before);
        return differs ? coder.plain(2 * AGE_BITS, from) : before;
    }

    /** Codes whether a block has changed. One that has changed lately is likely to change again. */
    boolean changes(RangeCoder coder, int @Nullable [] newer, int @Nullable [] older, boolean changes) {
        boolean isQuiet = older != null && (newer == older || Arrays.equals(newer, older));
        return coder.flag(changed + (isQuiet ? 1 : 0), changes);
    }
}
