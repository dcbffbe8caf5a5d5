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
    private static final int LAST = 4;

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

    /** Whether the piece is for one client, and has records of the bodies that this client is sent. */
    boolean isOfClient;

    /** In a piece for one client: the lower half of the client's number. */
    int client;

    /**
     * In a piece for one client: its number among the pieces of this client, and that of the first piece since the
     * sender knows what the client has. Both are above 0. The numbers between the two are consecutive.
     */
    long number;

    long first;

    /** In a piece for one client: the number of its records, and whether it is the last one of its state. */
    int records;

    boolean isLastOfClient;

    /** The slots of a piece for all, from {@code firstSlot} to before {@code endSlot}; may be none. */
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
        return isOfClient ? isLastOfClient : endSlot == slots;
    }

    /**
     * Reads and checks the header. Never throws.
     *
     * @return whether all fields are within their ranges; if not, the fields are unspecified
     */
    boolean read(byte[] bytes, int offset, int length) {
        in.open(bytes, offset, length);
        int kind = in.u8();
        isOfClient = kind == Datagrams.CLIENT_PIECE;
        boolean isPiece = isOfClient || kind == Datagrams.PIECE;
        run = in.i32();
        int flags = in.u8();
        tick = in.varlong();
        stampNanos = in.zigzag();
        startedNanos = stampNanos - in.zigzag();
        simulationNanos = in.zigzag();
        slots = in.varint();
        piece = in.varint();
        client = isOfClient ? in.i32() : 0;
        number = isOfClient ? in.varlong() : 0;
        first = isOfClient ? number - in.varlong() : 0;
        records = isOfClient ? in.varint() : 0;
        isLastOfClient = (flags & LAST) != 0;
        firstSlot = isOfClient ? 0 : in.varint();
        long end = (long) firstSlot + (isOfClient ? 0 : in.varint());
        endSlot = (int) end;
        baselines = isOfClient ? 0 : in.varlong();
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
                && (!isOfClient || first > 0 && first <= number - piece)
                && records <= slots
                && anchorNumber >= 0
                && Datagrams.sane(anchorWallNanos)
                && Datagrams.sane(anchorSimulationNanos)
                && (!hasAnchor || scaleNumerator >= 0 && scaleDenominator >= 1)
                && inputSequence >= 0
                && Datagrams.sane(inputNanos);
    }

    void write(ByteWriter out) {
        out.u8(isOfClient ? Datagrams.CLIENT_PIECE : Datagrams.PIECE);
        out.i32(run);
        out.u8((hasAnchor ? ANCHOR : 0) | (hasInput ? INPUT : 0) | (isOfClient && isLastOfClient ? LAST : 0));
        out.varlong(tick);
        out.zigzag(stampNanos);
        out.zigzag(stampNanos - startedNanos);
        out.zigzag(simulationNanos);
        out.varlong(slots);
        out.varlong(piece);
        if (isOfClient) {
            out.i32(client);
            out.varlong(number);
            out.varlong(number - first);
            out.varlong(records);
        } else {
            out.varlong(firstSlot);
            out.varlong(endSlot - firstSlot);
            out.varlong(baselines);
        }
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
