package io.github.freestep.net.session;

import io.github.freestep.net.wire.ClientMemory;
import io.github.freestep.net.wire.Datagrams;
import java.nio.ByteBuffer;

/**
 * The fields of a datagram from a client to the server, before its inputs. Mutable, for one thread; allocates nothing.
 *
 * <p>Fields, big-endian: kind (1 byte), client id (8), challenge (8), run id (8), ticket (8), sequence of the first
 * input (8), the client's clock in microseconds (4), how many microseconds a reply took (4), the loss of the link
 * in thousandths (2), the low bits of the bytes of states that were sent, that have arrived and that are lost (4 each),
 * by how much the least late piece since the datagram before was later than it could have been in microseconds (4),
 * flags (1): that the client acknowledges pieces, misses datagrams of the stream, leaves, that the link has become
 * faster, and that something has come for it since the datagram before. For pieces, the low bits of the number of the
 * newest one (4), and a bit for each piece before that (32). For the stream, the number of the first missed datagram
 * (4), and a bit for each one from there on (8). Then the inputs, which have consecutive sequences: action or axis (1),
 * code (4), value (4), time (8).
 */
final class ClientHeader {
    /** The bytes of an input, and its kinds. */
    static final int INPUT = 17;

    static final byte AXIS = 0;
    static final byte ACTION = 1;

    private static final int UNKNOWN = -1;
    private static final int BYTES = 68;
    private static final int PIECES = 1;
    private static final int MISSES = 2;
    private static final int LEAVES = 4;
    private static final int FASTER = 8;
    private static final int RECEIVES = 16;
    private static final int PIECES_BYTES = Integer.BYTES + ClientMemory.ACKNOWLEDGED / Byte.SIZE;
    private static final int MISSES_BYTES = Integer.BYTES + Long.BYTES;

    /** The most inputs of a datagram, whatever its other fields are. */
    static final int MAX_INPUTS = (Datagrams.MAX_DATAGRAM - BYTES - PIECES_BYTES - MISSES_BYTES) / INPUT;

    long client;
    long challenge;

    /** The run that the client has joined; 0 before the first. */
    long run;

    /** The {@link Tickets number} that the server has sent to the client's address; 0 before that. */
    long ticket;

    long firstSequence;

    /** The client's clock, which a reply repeats. */
    int stamp;

    /** How long the newest reply took; negative if none has come. */
    int roundTripMicros = UNKNOWN;

    /** The loss of the link in thousandths; negative or above 1,000 if the client does not know it. */
    int lossPerMille = UNKNOWN;

    /** The low bits of the bytes of states that were sent, as far as the client knows, have arrived, or are lost. */
    int sent;

    int arrived;
    int lost;

    /** How late the least late piece was; negative if none has come. */
    int lateMicros = UNKNOWN;

    /** Whether the two fields after this one are there. */
    boolean acknowledges;

    /** The low bits of the number of the newest piece, and a bit for each piece before it. */
    int newestPiece;

    final long[] piecesBefore = new long[ClientMemory.ACKNOWLEDGED / Long.SIZE];

    /** A bit for each datagram of the stream that is asked for, the lowest for that of this number. */
    int firstMissed;

    long missed;

    /** Whether this is one of the client's last datagrams. */
    boolean leaves;

    /** Whether the link has become faster since the datagram before. */
    boolean isFaster;

    /** Whether anything that goes only to where the client is has come since the datagram before. */
    boolean receives;

    /** How many inputs follow. Unspecified before {@link #read}. */
    int inputs;

    /**
     * Reads the fields, up to the first input.
     *
     * @return whether the datagram has this kind and a possible length; if not, the fields are unspecified
     */
    boolean read(ByteBuffer from) {
        if (from.remaining() < BYTES || from.get() != Datagrams.CLIENT) {
            return false;
        }
        client = from.getLong();
        challenge = from.getLong();
        run = from.getLong();
        ticket = from.getLong();
        firstSequence = from.getLong();
        stamp = from.getInt();
        roundTripMicros = from.getInt();
        lossPerMille = from.getShort();
        sent = from.getInt();
        arrived = from.getInt();
        lost = from.getInt();
        lateMicros = from.getInt();
        int flags = from.get();
        acknowledges = (flags & PIECES) != 0;
        leaves = (flags & LEAVES) != 0;
        isFaster = (flags & FASTER) != 0;
        receives = (flags & RECEIVES) != 0;
        boolean misses = (flags & MISSES) != 0;
        if (from.remaining() < (acknowledges ? PIECES_BYTES : 0) + (misses ? MISSES_BYTES : 0)) {
            return false;
        }
        newestPiece = acknowledges ? from.getInt() : 0;
        for (int i = 0; i < piecesBefore.length && acknowledges; i++) {
            piecesBefore[i] = from.getLong();
        }
        firstMissed = misses ? from.getInt() : 0;
        missed = misses ? from.getLong() : 0;
        inputs = from.remaining() / INPUT;
        return inputs <= MAX_INPUTS && from.remaining() % INPUT == 0;
    }

    /** Writes the fields. Then add the inputs. */
    void write(ByteBuffer to) {
        to.clear();
        to.put(Datagrams.CLIENT).putLong(client).putLong(challenge).putLong(run).putLong(ticket);
        to.putLong(firstSequence).putInt(stamp).putInt(roundTripMicros).putShort((short) lossPerMille);
        to.putInt(sent).putInt(arrived).putInt(lost).putInt(lateMicros);
        int flags = (acknowledges ? PIECES : 0) | (missed != 0 ? MISSES : 0);
        flags |= (leaves ? LEAVES : 0) | (isFaster ? FASTER : 0) | (receives ? RECEIVES : 0);
        to.put((byte) flags);
        if (acknowledges) {
            to.putInt(newestPiece);
            for (long bits : piecesBefore) {
                to.putLong(bits);
            }
        }
        if (missed != 0) {
            to.putInt(firstMissed).putLong(missed);
        }
    }

    static void input(ByteBuffer to, boolean action, int code, float value, long nanos) {
        to.put(action ? ACTION : AXIS).putInt(code).putFloat(value).putLong(nanos);
    }
}
