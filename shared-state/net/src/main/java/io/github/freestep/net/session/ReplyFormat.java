package io.github.freestep.net.session;

import io.github.freestep.net.wire.Datagrams;
import java.nio.ByteBuffer;

/**
 * The datagram from the server to one client. It proves to the client that the run is alive now, gives it the ticket of
 * its address, and acknowledges its inputs. It is shorter than the client's datagram that it answers, so that a forged
 * source is never sent more than was received. Stateless.
 *
 * <p>Fields, big-endian: kind (1 byte), run id (8), the client's challenge (8), its ticket (8), the low bits of the
 * sequence of its newest applied input (4), how many of its inputs were refused (4), the client's clock of the
 * datagram (4).
 */
final class ReplyFormat {
    static final int BYTES = 37;

    /** Says in place of the number of refused inputs that this server takes none. */
    static final int NO_INPUT = -1;

    private ReplyFormat() {}

    static void write(
            ByteBuffer to, long run, long challenge, long ticket, long applied, int refused, int stamp) {
        to.clear();
        to.put(Datagrams.REPLY).putLong(run).putLong(challenge).putLong(ticket);
        to.putInt((int) applied).putInt(refused).putInt(stamp);
        to.flip();
    }

    /** Returns whether a datagram has this kind and length. Its fields may still have any value. */
    static boolean isOne(ByteBuffer from) {
        return from.remaining() == BYTES && from.get(from.position()) == Datagrams.REPLY;
    }

    static long run(ByteBuffer from) {
        return from.getLong(from.position() + 1);
    }

    static long challenge(ByteBuffer from) {
        return from.getLong(from.position() + 9);
    }

    static long ticket(ByteBuffer from) {
        return from.getLong(from.position() + 17);
    }

    static int applied(ByteBuffer from) {
        return from.getInt(from.position() + 25);
    }

    static int refused(ByteBuffer from) {
        return from.getInt(from.position() + 29);
    }

    static int stamp(ByteBuffer from) {
        return from.getInt(from.position() + 33);
    }
}
