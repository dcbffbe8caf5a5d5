package io.github.freestep.net.wire;

import io.github.freestep.time.TimeAnchor;
import java.util.Arrays;

/**
 * The newest anchors of the sender, by number, because most pieces have only an anchor's number. For one thread;
 * allocates nothing.
 */
final class KnownAnchors {
    /** Enough, because pieces are at most some 100 ms late, and anchors change only when a user does something. */
    private static final int KEPT = 8;

    private final TimeAnchor[] anchors = new TimeAnchor[KEPT];
    private final long[] numbers = new long[KEPT];

    KnownAnchors() {
        Arrays.setAll(anchors, i -> new TimeAnchor());
        clear();
    }

    void clear() {
        Arrays.fill(numbers, -1);
    }

    /** The anchor of a piece; null if neither this piece nor one before had it in full. */
    TimeAnchor of(PieceHeader header) {
        int i = (int) (header.anchorNumber % KEPT);
        if (header.hasAnchor) {
            numbers[i] = header.anchorNumber;
            anchors[i].set(
                    header.anchorWallNanos,
                    header.anchorSimulationNanos,
                    header.scaleNumerator,
                    header.scaleDenominator);
        }
        return numbers[i] == header.anchorNumber ? anchors[i] : null;
    }
}
