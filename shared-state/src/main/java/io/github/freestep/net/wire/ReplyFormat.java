package io.github.freestep.net.wire;

import io.github.freestep.net.seal.Sealer;
import java.nio.ByteBuffer;

/**
 * The datagram from the server to its clients. It proves to each client that the run is alive now, and acknowledges the
 * client's inputs. Stateless.
 *
 * <p>Fields, big-endian: kind (1 byte), run id (8). Then one entry for each client that has news: the client's
 * challenge (8), its ticket (4), the low bits of the sequence of its newest applied input (4), how many of its inputs
 * were refused (4). Clients for which there is no room follow in the next reply.
 */
final class ReplyFormat {
    static final int HEADER = 9;
    static final int ENTRY = 20;
    static final int MAX_ENTRIES = (Sealer.MAX_PLAIN - HEADER) / ENTRY;

    private ReplyFormat() {}

    static void begin(ByteBuffer to, long run) {
        to.clear();
        to.put((byte) Datagrams.REPLY).putLong(run);
    }

    static void entry(ByteBuffer to, long challenge, int ticket, long applied, int refused) {
        to.putLong(challenge).putInt(ticket).putInt((int) applied).putInt(refused);
    }

    /** Returns whether a datagram has this kind, whether or not the rest is valid. */
    static boolean hasKind(ByteBuffer from) {
        return from.hasRemaining() && from.get(from.position()) == Datagrams.REPLY;
    }

    /** Returns whether a datagram of this kind has a possible length. Its fields may still have any value. */
    static boolean isWhole(ByteBuffer from) {
        int entries = from.remaining() - HEADER;
        return entries >= 0 && entries <= MAX_ENTRIES * ENTRY && entries % ENTRY == 0;
    }

    static long run(ByteBuffer from) {
        return from.getLong(from.position() + 1);
    }

    /** Returns the offset of the entry with a challenge, or -1 if there is none. */
    static int find(ByteBuffer from, long challenge) {
        for (int at = from.position() + HEADER; at + ENTRY <= from.limit(); at += ENTRY) {
            if (from.getLong(at) == challenge) {
                return at;
            }
        }
        return -1;
    }

    static int ticket(ByteBuffer from, int entry) {
        return from.getInt(entry + 8);
    }

    static int applied(ByteBuffer from, int entry) {
        return from.getInt(entry + 12);
    }

    static int refused(ByteBuffer from, int entry) {
        return from.getInt(entry + 16);
    }
}
