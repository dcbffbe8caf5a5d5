package io.github.freestep.net.wire;

import io.github.freestep.net.codec.ByteCoder;
import io.github.freestep.net.codec.ByteReader;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.net.wire.StateRing.Entry;
import org.jspecify.annotations.Nullable;

/**
 * The plain fields of a piece. Mutable, for one thread; allocates nothing. The input is zero in a
 * datagram without it.
 *
 * <p>All pieces of one encoded state have its number, and the same tick and stamp. If a state is encoded twice, because
 * nothing new has come or because it was amended, its pieces have the same tick and different stamps.
 */
class PieceHeader {
    /** An upper bound of the length of a header, in bytes. */
    static final int MAX_BYTES = 160;

    /** The lower half of the run's id; in a piece for one client, changed by that of the client's number. */
    int run;

    /** From 0. */
    long tick;

    /** The sender's clock when it encoded the state. */
    long stampNanos;

    long simulationNanos;
    long startedNanos;

    /** The slots in use in the state, at most the layout's capacity as far as {@link ReceivedBlocks} checks it. */
    int slots;

    /** The lower bits of its number among the pieces of the client that it is sent to. */
    int lower;

    /** The number of its state among those that were sent, from 1. */
    long state;

    /** Whether the piece is for one client, and has records of the bodies that this client is sent. */
    boolean isOfClient;

    /** In a piece for one client: how many pieces have come before it since the sender knows what the client has. */
    long since;

    /** The slots of the piece, from {@code firstSlot} to before {@code endSlot}; may be none. */
    int firstSlot;

    int endSlot;

    /** Identifies the anchor in force. Goes up by one when the anchor changes. */
    long anchorNumber;

    long anchorWallNanos;
    long anchorSimulationNanos;
    long scaleNumerator;
    long scaleDenominator;

    /** Whether the state says nothing new, so that the next ones may be left out. */
    boolean rests;

    boolean hasInput;
    long inputSequence;
    long inputNanos;

    /** Where the coded bodies begin. */
    int contentOffset;

    /** Where the number of a piece is, which differs from client to client. */
    static final int NUMBER_OFFSET = 1;

    /** How many states ago that was sent which the fields are differences from; 0 for none. */
    int age;

    /** Has the earlier states; null if there are none. */
    @Nullable StateRing ring;

    private boolean hasBase;

    private final ByteReader in = new ByteReader();

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
        return (isOfClient || kind == Datagrams.PIECE) && !in.failed() && hasBase && isSane();
    }

    void write(ByteWriter out) {
        out.u8(isOfClient ? Datagrams.CLIENT_PIECE : Datagrams.PIECE);
        code(out);
    }

    /** Codes all fields but the kind. Those that are not there become zero. */
    private void code(ByteCoder coder) {
        lower = coder.i32(lower);
        run = coder.i32(run);
        int flags = coder.u8((hasInput ? 1 : 0) + (rests ? 2 : 0));
        hasInput = (flags & 1) != 0;
        rests = (flags & 2) != 0;
        state = coder.varlong(state);
        age = coder.u8(age);
        Entry from = age == 0 || ring == null ? null : ring.find(state - age);
        hasBase = age == 0 || from != null;
        long fromTick = from == null ? 0 : from.tick;
        long fromNanos = from == null ? 0 : from.simulationNanos;
        tick = fromTick + coder.varlong(tick - fromTick);
        simulationNanos = fromNanos + coder.zigzag(simulationNanos - fromNanos);
        // The sender's clock has usually moved on by as much.
        long stamp = from == null ? 0 : from.stampNanos + simulationNanos - fromNanos;
        stampNanos = stamp + coder.zigzag(stampNanos - stamp);
        long started = stampNanos - (from == null ? 0 : from.stampNanos - from.startedNanos);
        startedNanos = started + coder.zigzag(startedNanos - started);
        slots = from == null ? coder.varint(slots) : from.slots + coder.varint(slots - from.slots);
        since = isOfClient ? coder.varlong(since) : 0;
        firstSlot = coder.varint(firstSlot);
        endSlot = firstSlot + coder.varint(endSlot - firstSlot);
        long fromAnchor = from == null ? 0 : from.anchorNumber;
        anchorNumber = fromAnchor + coder.varlong(anchorNumber - fromAnchor);
        if (from != null && anchorNumber == fromAnchor) {
            anchorWallNanos = from.anchorWallNanos;
            anchorSimulationNanos = from.anchorSimulationNanos;
            scaleNumerator = from.scaleNumerator;
            scaleDenominator = from.scaleDenominator;
        } else {
            anchorWallNanos = stampNanos - coder.zigzag(stampNanos - anchorWallNanos);
            anchorSimulationNanos = simulationNanos - coder.zigzag(simulationNanos - anchorSimulationNanos);
            scaleNumerator = coder.varlong(scaleNumerator);
            scaleDenominator = coder.varlong(scaleDenominator);
        }
        inputSequence = hasInput ? coder.varlong(inputSequence) : 0;
        inputNanos = hasInput ? stampNanos - coder.zigzag(stampNanos - inputNanos) : 0;
    }

    private boolean isSane() {
        // An end that overflows is below the beginning.
        return firstSlot <= endSlot
                && endSlot <= slots
                && age < StateRing.STATES
                && tick >= 0
                && Datagrams.sane(tick)
                && Datagrams.sane(stampNanos)
                && Datagrams.sane(startedNanos)
                && Datagrams.sane(simulationNanos)
                && state > 0
                && Datagrams.sane(state)
                && since >= 0
                && Datagrams.sane(since)
                && anchorNumber >= 0
                && Datagrams.sane(anchorWallNanos)
                && Datagrams.sane(anchorSimulationNanos)
                && scaleNumerator >= 0
                && scaleDenominator >= 1
                && inputSequence >= 0
                && Datagrams.sane(inputNanos);
    }
}
