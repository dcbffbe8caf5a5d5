package io.github.freestep.net.wire;

import io.github.freestep.net.codec.ByteReader;
import io.github.freestep.net.codec.ByteWriter;

/**
 * The plain fields of a piece. Mutable, for one thread; allocates nothing. Optional fields ({@link #hasAnchor},
 * {@link #hasInput}) are zero in a datagram without them.
 *
 * <p>All pieces of one encoded state have the same tick and the same stamp. If a state is encoded twice, because
 * nothing new has come or because it was amended, its pieces have the same tick and different stamps.
 */
final class PieceHeader {
    /** An upper bound of the length of a header, in bytes. */
    static final int MAX_BYTES = 160;

    private static final int ANCHOR = 1;
    private static final int INPUT = 2;

    /** The lower half of the run's id. */
    int run;

    /** From 0. */
    long tick;

    /** The sender's clock when it encoded the state. */
    long stampNanos;

    long simulationNanos;
    long startedNanos;

    /** The slots in use in the whole state, at most the layout's capacity as far as {@link PieceDecoder} checks it. */
    int slots;

    /** The piece's number in its state, from 0. */
    int piece;

    /** The slots of the piece, from {@code firstSlot} to before {@code endSlot}; may be none. */
    int firstSlot;

    int endSlot;

    /** The number of the newest baseline datagram that may be referred to, from 0. */
    long baselines;

    /** Identifies the anchor in force. Goes up by one when the anchor changes. */
    long anchorNumber;

    /** Whether the four numbers of the anchor are there. A receiver that does not know them drops the piece. */
    boolean hasAnchor;

    long anchorWallNanos;
    long anchorSimulationNanos;
    long scaleNumerator;
    long scaleDenominator;

    boolean hasInput;
    long inputSequence;
    long inputNanos;

    /** Where the coded bodies begin. */
    int contentOffset;

    private final ByteReader in = new ByteReader();

    /** Whether this is the last piece of its state. The pieces before it have the numbers below its own. */
    boolean isLast() {
        return endSlot == slots;
    }

    /**
     * Reads and checks the header. Never throws.
     *
     * @return whether all fields are within their ranges; if not, the fields are unspecified
     */
    boolean read(byte[] bytes, int offset, int length) {
        in.open(bytes, offset, length);
        boolean isPiece = in.u8() == Datagrams.PIECE;
        run = in.i32();
        int flags = in.u8();
        tick = in.varlong();
        stampNanos = in.zigzag();
        startedNanos = stampNanos - in.zigzag();
        simulationNanos = in.zigzag();
        slots = in.varint();
        piece = in.varint();
        firstSlot = in.varint();
        long end = (long) firstSlot + in.varint();
        endSlot = (int) end;
        baselines = in.varlong();
        anchorNumber = in.varlong();
        readAnchor((flags & ANCHOR) != 0);
        readInput((flags & INPUT) != 0);
        contentOffset = in.position();
        return isPiece && !in.failed() && end <= slots && isSane();
    }

    private void readAnchor(boolean present) {
        hasAnchor = present;
        anchorWallNanos = present ? stampNanos - in.zigzag() : 0;
        anchorSimulationNanos = present ? simulationNanos - in.zigzag() : 0;
        scaleNumerator = present ? in.varlong() : 0;
        scaleDenominator = present ? in.varlong() : 0;
    }

    private void readInput(boolean present) {
        hasInput = present;
        inputSequence = present ? in.varlong() : 0;
        inputNanos = present ? stampNanos - in.zigzag() : 0;
    }

    private boolean isSane() {
        return tick >= 0
                && Datagrams.sane(tick)
                && Datagrams.sane(stampNanos)
                && Datagrams.sane(startedNanos)
                && Datagrams.sane(simulationNanos)
                && baselines >= 0
                && anchorNumber >= 0
                && Datagrams.sane(anchorWallNanos)
                && Datagrams.sane(anchorSimulationNanos)
                && (!hasAnchor || scaleNumerator >= 0 && scaleDenominator >= 1)
                && inputSequence >= 0
                && Datagrams.sane(inputNanos);
    }

    void write(ByteWriter out) {
        out.u8(Datagrams.PIECE);
        out.i32(run);
        out.u8((hasAnchor ? ANCHOR : 0) | (hasInput ? INPUT : 0));
        out.varlong(tick);
        out.zigzag(stampNanos);
        out.zigzag(stampNanos - startedNanos);
        out.zigzag(simulationNanos);
        out.varlong(slots);
        out.varlong(piece);
        out.varlong(firstSlot);
        out.varlong(endSlot - firstSlot);
        out.varlong(baselines);
        out.varlong(anchorNumber);
        if (hasAnchor) {
            out.zigzag(stampNanos - anchorWallNanos);
            out.zigzag(simulationNanos - anchorSimulationNanos);
            out.varlong(scaleNumerator);
            out.varlong(scaleDenominator);
        }
        if (hasInput) {
            out.varlong(inputSequence);
            out.zigzag(stampNanos - inputNanos);
        }
    }
}
