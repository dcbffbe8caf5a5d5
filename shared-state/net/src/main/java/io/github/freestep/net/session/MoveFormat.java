package io.github.freestep.net.session;

import io.github.freestep.net.wire.Datagrams;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The datagram that sends a client to another server. It begins as a {@link ReplyFormat reply}, so it proves the same
 * things, and acknowledges the last inputs. Stateless.
 *
 * <p>Fields after those of the reply, big-endian: the tick of the last state (8 bytes), the number of the event after
 * the last one (8), the port (2), the length of the address (1), the address (16, of which those beyond its length are
 * zero). Without an address, the next server has that of this one. The address is the number and no name, so that a
 * client never asks a resolver for what a datagram names.
 */
final class MoveFormat {
    static final int BYTES = ReplyFormat.BYTES + 35;

    private static final int TICK = ReplyFormat.BYTES;
    private static final int EVENTS = TICK + 8;
    private static final int PORT = EVENTS + 8;
    private static final int LENGTH = PORT + 2;
    private static final int ADDRESS = LENGTH + 1;
    private static final int MOST_ADDRESS = 16;

    private MoveFormat() {}

    /** Makes a move of a reply that was written before. */
    static void write(ByteBuffer to, Move move) {
        InetAddress host = move.host();
        byte[] address = host == null ? new byte[0] : host.getAddress();
        to.limit(BYTES).put(0, (byte) Datagrams.MOVE).putLong(TICK, move.tick()).putLong(EVENTS, move.events());
        to.putShort(PORT, (short) move.port()).put(LENGTH, (byte) address.length);
        to.put(ADDRESS, Arrays.copyOf(address, MOST_ADDRESS));
    }

    /** Returns whether a datagram has this kind and this length. Its fields may still have any value. */
    static boolean isOne(ByteBuffer from) {
        return from.remaining() == BYTES && (from.get(from.position()) & 0xFF) == Datagrams.MOVE;
    }

    /** Reads where to go; null if a field is out of its range, or if no server can have that address. */
    static @Nullable Move read(ByteBuffer from) {
        int at = from.position();
        int port = from.getShort(at + PORT) & 0xFFFF;
        int length = from.get(at + LENGTH) & 0xFF;
        long tick = from.getLong(at + TICK);
        long events = from.getLong(at + EVENTS);
        boolean isSane = tick >= -1 && tick <= Datagrams.LIMIT && events >= 1 && events <= Datagrams.MOST_EVENTS;
        if (port == 0 || length > MOST_ADDRESS || !isSane) {
            return null;
        }
        if (length == 0) {
            return new Move(null, port, tick, events);
        }
        byte[] bytes = new byte[length];
        from.get(at + ADDRESS, bytes);
        try {
            InetAddress host = InetAddress.getByAddress(bytes);
            return host.isAnyLocalAddress() || host.isMulticastAddress() ? null : new Move(host, port, tick, events);
        } catch (UnknownHostException noAddress) {
            return null;
        }
    }
}
