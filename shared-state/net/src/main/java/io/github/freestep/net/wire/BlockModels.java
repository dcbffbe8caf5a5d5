package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyCoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.codec.CoderModels;
import io.github.freestep.net.codec.RangeCoder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How the contents of pieces are coded, apart from bodies: from which two earlier states a block or a body is, and
 * whether a block has changed since the newer one. The same code encodes and decodes. The models follow those for
 * bodies. Immutable.
 */
final class BlockModels {
    /** The states that a block or a body is coded from: none. */
    static final int NOTHING = 0;

    /** A block that is not sent, or a body that the client is not sent any more. */
    static final int ABSENT = 1;

    /** A body that is coded from where the client knows that it rested. */
    static final int RESTED = 2;

    private static final int STATELESS_BITS = 2;
    private static final int AGE_BITS = 6;
    private static final int LEVEL_BITS = 3;
    static final int LEVELS = 1 << LEVEL_BITS;

    /** All models, those for bodies included. */
    final CoderModels all;

    private final int rebased;
    private final int changed;
    private final int relevelled;
    private final int rests;
    private final int expected;
    private final int distance;

    BlockModels(BodyFields fields) {
        CoderModels bodies = BodyCoder.models(fields);
        rebased = bodies.flags();
        changed = rebased + 1;
        relevelled = changed + 2;
        rests = relevelled + 1;
        expected = rests + 1;
        distance = bodies.numbers();
        all = new CoderModels(expected + 2, distance + 1, bodies.sizes(), bodies.starts());
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

    /** Codes the states that a block or a body is coded from. Most are coded from those of the one before. */
    int from(RangeCoder coder, boolean isFirst, int before, int from) {
        if (!isFirst && !coder.flag(rebased, from != before)) {
            return before;
        }
        boolean hasStates = coder.plain(1, newer(from) > 0 ? 1 : 0) != 0;
        return coder.plain(hasStates ? 2 * AGE_BITS : STATELESS_BITS, from);
    }

    /** Codes whether a block has changed. One that has changed lately is likely to change again. */
    boolean changes(RangeCoder coder, int @Nullable [] newer, int @Nullable [] older, boolean changes) {
        boolean isQuiet = older != null && (newer == older || Arrays.equals(newer, older));
        return coder.flag(changed + (isQuiet ? 1 : 0), changes);
    }

    /** Codes whether the next body is the expected one. It is more likely if the one before was. */
    boolean isExpected(RangeCoder coder, boolean was, boolean isExpected) {
        return coder.flag(expected + (was ? 1 : 0), isExpected);
    }

    /** Codes how many slots there are before that of another body. */
    int distance(RangeCoder coder, int slots) {
        return coder.number(distance, slots);
    }

    /** Codes in which states a body comes. Most come as often as the one before. */
    int level(RangeCoder coder, int before, int level) {
        return coder.flag(relevelled, level != before) ? coder.plain(LEVEL_BITS, level) : before;
    }

    boolean rests(RangeCoder coder, boolean isResting) {
        return coder.flag(rests, isResting);
    }
}
