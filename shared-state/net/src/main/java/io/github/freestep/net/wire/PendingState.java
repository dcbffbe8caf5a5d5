package io.github.freestep.net.wire;

import io.github.freestep.time.TimeAnchor;

/**
 * One encoded state of which pieces have arrived, with the header of the first that came. For one thread; allocates
 * nothing once made.
 */
final class PendingState extends PieceHeader {
    final TimeAnchor anchor = new TimeAnchor();
    boolean used;

    /** Whether its bodies were taken. */
    boolean isTaken;

    /** Has the contents of pieces. */
    private final ReceivedBlocks received;

    /** Whether it stands for one that its sender has left out. */
    boolean isCopy;

    PendingState(ReceivedBlocks received) {
        this.received = received;
        ring = received.ring;
    }

    /** Begins with the header of a piece, which is valid. */
    void begin(byte[] bytes, int length) {
        read(bytes, 0, length);
        used = true;
        isTaken = false;
        isCopy = false;
        anchor.set(anchorWallNanos, anchorSimulationNanos, scaleNumerator, scaleDenominator);
    }

    /** Whether a piece belongs to this state. */
    boolean has(PieceHeader header) {
        return used && state == header.state;
    }

    /** Whether this state was encoded before another one. */
    boolean isBefore(PendingState other) {
        return state < other.state;
    }

    /** Takes what only one piece of the state has. */
    void add(PieceHeader header) {
        if (header.hasInput) {
            inputSequence = header.inputSequence;
            inputNanos = header.inputNanos;
        }
    }

    boolean isComplete() {
        return received.isComplete(state);
    }
}
