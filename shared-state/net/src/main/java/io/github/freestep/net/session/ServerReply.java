package io.github.freestep.net.session;

import io.github.freestep.net.wire.Datagrams;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The datagram from the server to one client. It proves to the client that the run is alive now, gives it the ticket of
 * its address, and acknowledges its inputs. It is shorter than the client's datagram that it answers, so that a forged
 * source is never sent more than was received.
 *
 * <p>Fields, big-endian: kind (1 byte), run id (8), the client's challenge (8), its ticket (8), the low bits of the
 * sequence of its newest applied input (4), how many of its inputs were refused (4), the client's clock of the
 * datagram (4).
 */
record ServerReply(long run, long challenge, long ticket, int applied, int refused, int stamp) {
    static final int BYTES = 37;

    /** Says in place of the number of refused inputs that this server takes none. */
    static final int NO_INPUT = -1;

    void write(ByteBuffer to) {
        to.clear().put(Datagrams.REPLY).putLong(run).putLong(challenge).putLong(ticket);
        to.putInt(applied).putInt(refused).putInt(stamp).flip();
    }

    /** Reads a datagram; null if it has another kind or length. Fields may have any value. */
    static @Nullable ServerReply read(ByteBuffer from) {
        ByteBuffer in = from.slice();
        return in.remaining() == BYTES && in.get() == Datagrams.REPLY
                ? new ServerReply(in.getLong(), in.getLong(), in.getLong(), in.getInt(), in.getInt(), in.getInt())
                : null;
    }
}
