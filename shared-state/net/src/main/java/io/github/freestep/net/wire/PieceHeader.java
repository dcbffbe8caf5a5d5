package io.github.freestep.net.wire;

import io.github.freestep.net.codec.ByteCoder;
import io.github.freestep.net.codec.ByteReader;
import io.github.freestep.net.codec.ByteWriter;

/**
 * The plain fields of a piece. Mutable, for one thread; allocates nothing. Optional fields ({@link #hasAnchor},
 * {@link #hasInput}) are zero in a datagram without them.
 *
 * <p>All pieces of one encoded state have the same tick and the same stamp. If a state is encoded twice, because
 * nothing new has come or because it was amended, its pieces have the same tick and different stamps.
 */
class PieceHeader {
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
        int kind = in.u8(0);
        isOfClient = kind == Datagrams.CLIENT_PIECE;
        code(in);
        contentOffset = in.position();
        return (isOfClient || kind == Datagrams.PIECE) && !in.failed() && isSane();
    }

    void write(ByteWriter out) {
        out.u8(isOfClient ? Datagrams.CLIENT_PIECE : Datagrams.PIECE);
        code(out);
    }

    /** Codes all fields but the kind. Those that are not there become zero. */
    private void code(ByteCoder coder) {
        run = coder.i32(run);
        isLastOfClient &= isOfClient;
        int flags = coder.u8((hasAnchor ? ANCHOR : 0) | (hasInput ? INPUT : 0) | (isLastOfClient ? LAST : 0));
        hasAnchor = (flags & ANCHOR) != 0;
        hasInput = (flags & INPUT) != 0;
        isLastOfClient = (flags & LAST) != 0;
        tick = coder.varlong(tick);
        stampNanos = coder.zigzag(stampNanos);
        startedNanos = stampNanos - coder.zigzag(stampNanos - startedNanos);
        simulationNanos = coder.zigzag(simulationNanos);
        slots = coder.varint(slots);
        piece = coder.varint(piece);
        client = isOfClient ? coder.i32(client) : 0;
        number = isOfClient ? coder.varlong(number) : 0;
        first = isOfClient ? number - coder.varlong(number - first) : 0;
        records = isOfClient ? coder.varint(records) : 0;
        firstSlot = isOfClient ? 0 : coder.varint(firstSlot);
        endSlot = isOfClient ? 0 : firstSlot + coder.varint(endSlot - firstSlot);
        baselines = isOfClient ? 0 : coder.varlong(baselines);
        anchorNumber = coder.varlong(anchorNumber);
        anchorWallNanos = hasAnchor ? stampNanos - coder.zigzag(stampNanos - anchorWallNanos) : 0;
        anchorSimulationNanos = hasAnchor ? simulationNanos - coder.zigzag(simulationNanos - anchorSimulationNanos) : 0;
        scaleNumerator = hasAnchor ? coder.varlong(scaleNumerator) : 0;
        scaleDenominator = hasAnchor ? coder.varlong(scaleDenominator) : 0;
        inputSequence = hasInput ? coder.varlong(inputSequence) : 0;
        inputNanos = hasInput ? stampNanos - coder.zigzag(stampNanos - inputNanos) : 0;
    }

    private boolean isSane() {
        // An end that overflows is below the beginning.
        return firstSlot <= endSlot
                && endSlot <= slots
                && tick >= 0
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
}
