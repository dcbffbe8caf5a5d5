package io.github.freestep.net.wire;

import io.github.freestep.time.TimeAnchor;
import java.util.Arrays;

/**
 * One encoded state of which pieces have arrived, with the header of the first that came, and the pieces if they are
 * for this client only. For one thread. Its memory is bounded by the layout, and is allocated only when more pieces
 * come than ever before.
 */
final class PendingState extends PieceHeader {
    private static final int LONG_BITS = 6;

    final TimeAnchor anchor = new TimeAnchor();
    boolean used;

    /** Whether the pieces were decoded. */
    boolean isDecoded;

    private final byte[][] pieces;
    private final int[] lengths;
    int count;
    private final PieceBuffers buffers;

    /** Has the pieces for all. */
    private final ReceivedBlocks received;

    /** A bit for each piece that is there, so that a duplicate is found at once. */
    private final long[] seen;

    /** The number of the last piece of the state; -1 until it comes. */
    private int last;

    PendingState(int mostPieces, PieceBuffers buffers, ReceivedBlocks received) {
        this.received = received;
        ring = received.ring;
        this.buffers = buffers;
        pieces = new byte[mostPieces][];
        lengths = new int[mostPieces];
        seen = new long[(mostPieces >> LONG_BITS) + 1];
    }

    /** Begins with the header of a piece, which is valid. */
    void begin(byte[] bytes, int length, TimeAnchor inForce) {
        read(bytes, 0, length);
        used = true;
        isDecoded = false;
        anchor.set(inForce);
        last = -1;
        Arrays.fill(seen, 0);
    }

    /** Forgets the state and its pieces. */
    void release() {
        used = false;
        while (count > 0) {
            buffers.give(pieces[--count]);
        }
    }

    /** Whether a piece belongs to this state. */
    boolean has(PieceHeader header) {
        return used && tick == header.tick && stampNanos == header.stampNanos && anchorNumber == header.anchorNumber;
    }

    /** Whether this state was encoded before another one. */
    boolean isBefore(PendingState other) {
        if (tick != other.tick) {
            return tick < other.tick;
        }
        return stampNanos != other.stampNanos ? stampNanos < other.stampNanos : anchorNumber < other.anchorNumber;
    }

    /**
     * Takes a piece, and keeps a copy of one that is for this client only. A duplicate changes nothing.
     *
     * @return false if the piece contradicts the others, or there is no buffer left
     */
    boolean add(byte[] bytes, int length, PieceHeader header) {
        boolean isOther =
                header.slots != slots || header.isOfClient != isOfClient || header.simulationNanos != simulationNanos;
        if (isOther || header.state != state || isOfClient && !keep(bytes, length, header)) {
            return false;
        }
        if (header.hasInput) {
            inputSequence = header.inputSequence;
            inputNanos = header.inputNanos;
        }
        return true;
    }

    private boolean keep(byte[] bytes, int length, PieceHeader header) {
        int piece = header.piece;
        if (piece >= pieces.length) {
            return false;
        }
        if ((seen[piece >> LONG_BITS] >>> piece & 1) != 0) {
            return true;
        }
        byte[] buffer = buffers.take();
        if (buffer == null) {
            return false;
        }
        seen[piece >> LONG_BITS] |= 1L << piece;
        pieces[count] = buffer;
        System.arraycopy(bytes, 0, buffer, 0, length);
        lengths[count++] = length;
        if (header.isLastOfClient) {
            last = Math.max(last, piece);
        }
        return true;
    }

    boolean isComplete() {
        return isOfClient ? last >= 0 && count > last : received.isComplete(state);
    }

    byte[] bytes(int index) {
        return pieces[index];
    }

    int length(int index) {
        return lengths[index];
    }
}
