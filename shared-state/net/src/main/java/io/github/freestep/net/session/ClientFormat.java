package io.github.freestep.net.session;

import io.github.freestep.net.wire.ClientBodies;
import io.github.freestep.net.wire.Datagrams;
import io.github.freestep.net.wire.StateEncoder;
import java.nio.ByteBuffer;

/**
 * The datagram from a client to the server: it names the client and the server's run, and carries inputs. Stateless.
 *
 * <p>Fields, big-endian: kind (1 byte), client id (8), challenge (8), run id (8), ticket (8), sequence of the first
 * input (8), the stamp of the newest reply (4), how long ago that reply came in microseconds (4), the loss of the link
 * in thousandths (2), the low bits of the bytes of states that were sent and that have arrived (4 each), by how much
 * the least late piece since the datagram before was later than it could have been in microseconds (4), flags (1): that
 * the client shows states of the run, that it acknowledges pieces, and that it misses datagrams of the stream. For
 * pieces, the low bits of the number of the newest one (4), and a bit for each piece before that (32). For the stream,
 * the number of the first missed datagram (4), and a bit for each one from there on (8). Then the inputs, which have
 * consecutive sequences: action or axis (1), code (4), value (4), time (8). The ticket is the {@link Tickets number}
 * that the server sent to the client's address. Before that, the ticket is 0, and the run id field contains the hash of
 * the client's layout. The time since the reply is negative if no reply has come. The loss is negative until it is
 * known, and the lateness if no piece has come.
 */
final class ClientFormat {
    static final int HEADER = 64;
    static final int INPUT = 17;
    static final byte AXIS = 0;
    static final byte ACTION = 1;

    /** The greatest length, in bytes. */
    static final int MAX = StateEncoder.MAX_DATAGRAM;

    private static final int NONE = -1;
    private static final int ECHO = 41;
    private static final int LOSS = ECHO + 8;
    private static final int ARRIVALS = LOSS + 2;
    private static final int FLAGS = ARRIVALS + 12;
    private static final int SHOWS = 1;
    private static final int PIECES = 2;
    private static final int MISSES = 4;
    private static final int MISSES_BYTES = Integer.BYTES + Long.BYTES;
    private static final int PIECES_BYTES = Integer.BYTES + ClientBodies.ACKNOWLEDGED / Byte.SIZE;

    static final int MAX_INPUTS = (MAX - HEADER - PIECES_BYTES - MISSES_BYTES) / INPUT;

    private ClientFormat() {}

    static void begin(ByteBuffer to, long client, long challenge, long run, long ticket, long firstSequence) {
        to.clear();
        to.put(Datagrams.CLIENT)
                .putLong(client)
                .putLong(challenge)
                .putLong(run)
                .putLong(ticket)
                .putLong(firstSequence)
                .putInt(0)
                .putInt(NONE)
                .putShort((short) NONE)
                .putInt(0)
                .putInt(0)
                .putInt(NONE)
                .put((byte) 0);
    }

    static void flags(ByteBuffer to, boolean shows) {
        to.put(FLAGS, (byte) (shows ? SHOWS : 0));
    }

    /** Adds the stamp of the newest reply, and how long ago it came. */
    static void echo(ByteBuffer to, int stamp, int heldMicros) {
        to.putInt(ECHO, stamp).putInt(ECHO + 4, heldMicros);
    }

    static void loss(ByteBuffer to, int perMille) {
        to.putShort(LOSS, (short) perMille);
    }

    /** Adds how many bytes of states were sent and have arrived, and how late the least late piece was. */
    static void arrivals(ByteBuffer to, int sent, int arrived, int lateMicros) {
        to.putInt(ARRIVALS, sent).putInt(ARRIVALS + 4, arrived).putInt(ARRIVALS + 8, lateMicros);
    }

    /** Acknowledges pieces. Call it after {@link #flags} and before {@link #input}. */
    static void pieces(ByteBuffer to, int newest, long[] before) {
        to.put(FLAGS, (byte) (to.get(FLAGS) | PIECES)).putInt(newest);
        for (long bits : before) {
            to.putLong(bits);
        }
    }

    /**
     * Asks for datagrams of the stream. Call it after {@link #pieces} and before {@link #input}.
     *
     * @param missed a bit for each datagram from the first one on, the lowest for that one
     */
    static void misses(ByteBuffer to, int first, long missed) {
        to.put(FLAGS, (byte) (to.get(FLAGS) | MISSES)).putInt(first).putLong(missed);
    }

    static void input(ByteBuffer to, boolean action, int code, float value, long nanos) {
        to.put(action ? ACTION : AXIS).putInt(code).putFloat(value).putLong(nanos);
    }

    /** Returns whether a datagram has this kind and a possible length. Its fields may still have any value. */
    static boolean isOne(ByteBuffer from) {
        int inputs = from.remaining() < HEADER ? -1 : inputBytes(from);
        return inputs >= 0
                && inputs <= MAX_INPUTS * INPUT
                && inputs % INPUT == 0
                && from.get(from.position()) == Datagrams.CLIENT;
    }

    static int inputs(ByteBuffer from) {
        return inputBytes(from) / INPUT;
    }

    private static int inputBytes(ByteBuffer from) {
        return from.remaining() - HEADER - (acknowledges(from) ? PIECES_BYTES : 0) - (misses(from) ? MISSES_BYTES : 0);
    }

    static boolean acknowledges(ByteBuffer from) {
        return (from.get(from.position() + FLAGS) & PIECES) != 0;
    }

    /** The low bits of the number of the newest piece. Only if the client {@link #acknowledges} pieces. */
    static int newestPiece(ByteBuffer from) {
        return from.getInt(from.position() + HEADER);
    }

    /** Reads a bit for each piece before the newest. Only if the client {@link #acknowledges} pieces. */
    static void piecesBefore(ByteBuffer from, long[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] = from.getLong(from.position() + HEADER + Integer.BYTES + i * Long.BYTES);
        }
    }

    static boolean misses(ByteBuffer from) {
        return (from.get(from.position() + FLAGS) & MISSES) != 0;
    }

    /** The number of the first datagram that is asked for. Only if the client {@link #misses} any. */
    static int firstMissed(ByteBuffer from) {
        return from.getInt(missesAt(from));
    }

    /** A bit for each datagram that is asked for. Only if the client {@link #misses} any. */
    static long missed(ByteBuffer from) {
        return from.getLong(missesAt(from) + Integer.BYTES);
    }

    private static int missesAt(ByteBuffer from) {
        return from.position() + HEADER + (acknowledges(from) ? PIECES_BYTES : 0);
    }

    static long client(ByteBuffer from) {
        return from.getLong(from.position() + 1);
    }

    static long challenge(ByteBuffer from) {
        return from.getLong(from.position() + 9);
    }

    static long run(ByteBuffer from) {
        return from.getLong(from.position() + 17);
    }

    /** The hash of the client's layout, if the ticket is 0; 0 if the client names none. */
    static long layout(ByteBuffer from) {
        return run(from);
    }

    static long ticket(ByteBuffer from) {
        return from.getLong(from.position() + 25);
    }

    static long firstSequence(ByteBuffer from) {
        return from.getLong(from.position() + 33);
    }

    /** The stamp of the reply that the client echoes; unspecified if {@link #heldMicros} is negative. */
    static int echo(ByteBuffer from) {
        return from.getInt(from.position() + ECHO);
    }

    /** How long ago that reply came, in microseconds; negative if none did. */
    static int heldMicros(ByteBuffer from) {
        return from.getInt(from.position() + ECHO + 4);
    }

    /** The loss of the link in thousandths; negative or above 1,000 if the client does not know it. */
    static int lossPerMille(ByteBuffer from) {
        return from.getShort(from.position() + LOSS);
    }

    /** The low bits of the number of bytes of states that were sent, as far as the client knows. */
    static int sent(ByteBuffer from) {
        return from.getInt(from.position() + ARRIVALS);
    }

    /** The low bits of the number of those that have arrived. */
    static int arrived(ByteBuffer from) {
        return from.getInt(from.position() + ARRIVALS + 4);
    }

    /** How late the least late piece was, in microseconds; negative if none has come. */
    static int lateMicros(ByteBuffer from) {
        return from.getInt(from.position() + ARRIVALS + 8);
    }

    static boolean shows(ByteBuffer from) {
        return (from.get(from.position() + FLAGS) & SHOWS) != 0;
    }

    static byte inputKind(ByteBuffer from, int input) {
        return from.get(offset(from, input));
    }

    static int code(ByteBuffer from, int input) {
        return from.getInt(offset(from, input) + 1);
    }

    static float value(ByteBuffer from, int input) {
        return from.getFloat(offset(from, input) + 5);
    }

    static long nanos(ByteBuffer from, int input) {
        return from.getLong(offset(from, input) + 9);
    }

    private static int offset(ByteBuffer from, int input) {
        return from.limit() - (inputs(from) - input) * INPUT;
    }
}
