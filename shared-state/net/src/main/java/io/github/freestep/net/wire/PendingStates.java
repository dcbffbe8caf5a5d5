package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyFields;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;

/**
 * The states of which pieces have arrived, and which are not published yet. For one thread.
 *
 * <p>Buffers for pieces are allocated when more pieces are pending than ever before. Without channels, the buffers of
 * all states together take at most 84 bytes per body of the layout (112 with double positions), and 46 kB, whatever the
 * numbers in pieces are. That is enough for four exact states of a layout in full use, which take about 17 bytes per
 * body each.
 */
final class PendingStates {
    /** The number of states at a time. Enough for a link whose delays vary by 150 ms, at 100 states per second. */
    private static final int STATES = 16;

    /** A generous bound for the bytes of a coded value. */
    private static final int VALUE_BYTES = 10;

    private final PendingState[] states = new PendingState[STATES];
    private final PieceBuffers buffers;

    PendingStates(StateLayout layout, ReceivedBlocks received) {
        // The form and the bond are not counted, because the bounds of the other ints have room for them.
        int values = new BodyFields(layout).stride - 2;
        int bodies = Math.max(1, Datagrams.MAX_DATAGRAM / (values * VALUE_BYTES));
        // One more for the end, and one for a piece without records.
        int mostPieces = layout.capacity() / bodies + 2;
        buffers = new PieceBuffers(mostPieces + 2 * STATES);
        Arrays.setAll(states, i -> new PendingState(mostPieces, buffers, received));
    }

    void clear() {
        for (PendingState state : states) {
            state.release();
        }
    }

    /** The state to which a piece belongs; null if this is its first piece. */
    PendingState find(PieceHeader header) {
        for (PendingState state : states) {
            if (state.has(header)) {
                return state;
            }
        }
        return null;
    }

    /** An unused place; null if there is none. */
    PendingState free() {
        for (PendingState state : states) {
            if (!state.used) {
                return state;
            }
        }
        return null;
    }

    /** Whether the next state or piece finds no place, so that nothing more can be waited for. */
    boolean isFull() {
        return buffers.areTaken() || free() == null;
    }

    /** The state that was encoded first; null if there is none. */
    PendingState oldest() {
        PendingState oldest = null;
        for (PendingState state : states) {
            if (state.used && (oldest == null || state.isBefore(oldest))) {
                oldest = state;
            }
        }
        return oldest;
    }

    /** The number of states that were encoded later. */
    int after(PendingState one) {
        int count = 0;
        for (PendingState state : states) {
            count += state.used && one.isBefore(state) ? 1 : 0;
        }
        return count;
    }

    /** Whether the same tick has come again, with all of its pieces. */
    boolean hasCompleteCopy(PendingState one) {
        for (PendingState state : states) {
            if (state.used && state.tick == one.tick && one.isBefore(state) && state.isComplete()) {
                return true;
            }
        }
        return false;
    }
}
