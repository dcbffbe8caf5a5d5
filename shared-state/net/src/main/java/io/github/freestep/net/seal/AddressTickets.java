package io.github.freestep.net.seal;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import javax.crypto.Mac;

/**
 * Proves where a peer is. Anyone can forge a source, so a peer must return a number that was sent there: the HMAC of
 * the address, the peer's number, its process and the time, with a secret of this run. So nothing is kept for a
 * stranger, and any number of strangers take no place from anyone. A ticket can be returned for 4 to 8 s. For one
 * thread.
 */
public final class AddressTickets {
    /** A peer that has returned its ticket keeps its place for longer, so nobody can join twice by one ticket. */
    private static final long PERIOD_NANOS = 4_000_000_000L;

    private final Mac mac;
    private final byte[] fields = new byte[2 * Long.BYTES + Integer.BYTES];

    /** Creates the tickets of a run. */
    public AddressTickets() {
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        mac = PlayerKeys.mac(secret);
    }

    /**
     * Returns the ticket to send to an address; never 0.
     *
     * @param salt that of the peer's {@link Sealer}, which no other process of it has
     */
    public long of(SocketAddress source, long peer, int salt, long nowNanos) {
        return hmac(source, peer, salt, Math.floorDiv(nowNanos, PERIOD_NANOS));
    }

    /** Whether a ticket was sent to an address, as far as the bits of a mask say. */
    public boolean isOf(SocketAddress source, long peer, int salt, long ticket, long mask, long nowNanos) {
        long period = Math.floorDiv(nowNanos, PERIOD_NANOS);
        return ((hmac(source, peer, salt, period) ^ ticket) & mask) == 0
                || ((hmac(source, peer, salt, period - 1) ^ ticket) & mask) == 0;
    }

    private long hmac(SocketAddress source, long peer, int salt, long period) {
        if (source instanceof InetSocketAddress known && known.getAddress() != null) {
            mac.update(known.getAddress().getAddress());
            mac.update((byte) (known.getPort() >> Byte.SIZE));
            mac.update((byte) known.getPort());
        } else {
            mac.update(source.toString().getBytes(StandardCharsets.UTF_8));
        }
        ByteBuffer.wrap(fields).putLong(peer).putLong(period).putInt(salt);
        mac.update(fields);
        long ticket = ByteBuffer.wrap(mac.doFinal()).getLong();
        return ticket == 0 ? 1 : ticket;
    }
}
