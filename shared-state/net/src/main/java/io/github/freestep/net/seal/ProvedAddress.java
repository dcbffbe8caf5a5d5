package io.github.freestep.net.seal;

import java.net.SocketAddress;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where a peer is. Anyone can forge a source, so a peer proves an address by returning a random ticket that was sent
 * there. Until then, its former address counts. For one thread, except {@link #address}.
 */
public final class ProvedAddress {
    private volatile @Nullable SocketAddress address;
    private long ticket;
    private @Nullable SocketAddress newAddress;
    private long newTicket;

    /** Begins without an address. */
    public ProvedAddress() {}

    /** Begins at an address. The ticket is the first one that is sent there. */
    public ProvedAddress(SocketAddress at, long ticket) {
        address = at;
        this.ticket = ticket;
    }

    /** Begins anew, without an address. */
    public void forget() {
        address = null;
        newAddress = null;
    }

    /** Returns the present address; null before the first one. For any thread. */
    public @Nullable SocketAddress address() {
        return address;
    }

    /** Returns the ticket of the present address. */
    public long ticket() {
        return ticket;
    }

    /** Returns the ticket to send to an address. {@code next} makes a new one from that of the present address. */
    public long ticketFor(SocketAddress source, LongUnaryOperator next) {
        if (source.equals(address)) {
            return ticket;
        }
        if (!source.equals(newAddress)) {
            newAddress = source;
            newTicket = next.applyAsLong(ticket);
        }
        return newTicket;
    }

    /** Returns whether a datagram proves its source, because it has the ticket that was sent there. */
    public boolean isProved(SocketAddress source, long given) {
        return source.equals(address) ? given == ticket : given == newTicket && source.equals(newAddress);
    }

    /** Replaces the address by the one that was {@linkplain #isProved proved}. */
    public void move() {
        address = newAddress;
        ticket = newTicket;
        newAddress = null;
    }
}
