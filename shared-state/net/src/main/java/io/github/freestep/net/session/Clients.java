package io.github.freestep.net.session;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The clients of a server, at most {@value #CAPACITY}. For one thread, except {@link #admitted}. Allocates only when a
 * client joins, is admitted or dismissed, and for datagrams of IPv6 from clients that have no place yet.
 */
final class Clients {
    /** More than the hundred or so receivers that one sender can serve. */
    static final int CAPACITY = 256;

    /**
     * How many places the clients with one address may have without a key, because nothing else distinguishes strangers
     * from players then. For IPv6, one address is one prefix of 64 bits. So a stranger at one address cannot take all
     * places, and the players behind one address translation find room.
     */
    static final int MOST_PER_HOST = 32;

    /** The bytes of an IPv6 address that a provider gives to one customer. The others are the customer's choice. */
    private static final int PREFIX_BYTES = 8;

    /** How long a silent client keeps its place. */
    static final long IDLE_NANOS = 10_000_000_000L;

    /** How long a silent client is sent states. It says that it is at its address ten times per second. */
    static final long SILENT_NANOS = 5_000_000_000L;

    private final List<Client> places = new ArrayList<>();

    /** The clients that are sent states, in the order in which they were admitted. For any thread. */
    volatile List<ClientStatus> admitted = List.of();

    /** Limits the bytes per second of each client that is admitted from now on. */
    double budget = Double.POSITIVE_INFINITY;

    int size() {
        return places.size();
    }

    @Nullable Client byId(long id) {
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).id == id) {
                return places.get(i);
            }
        }
        return null;
    }

    /** The client that is sent states at an address. */
    @Nullable Client at(SocketAddress address) {
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).has(address)) {
                return places.get(i);
            }
        }
        return null;
    }

    /** Whether another client is sent states at an address. */
    boolean isTaken(SocketAddress address, @Nullable Client asking) {
        Client there = at(address);
        return there != null && there != asking;
    }

    /**
     * Whether a client may have an address that is not taken. One that others leave changes hands at most once per
     * second, so that clients cannot take turns there.
     */
    boolean mayHave(SocketAddress address, Client asking, long nowNanos) {
        boolean hasIt = asking.has(address);
        for (int i = 0; i < places.size() && !hasIt; i++) {
            Client other = places.get(i);
            if (other.leaves && address.equals(other.address)) {
                if (!other.mayMove(nowNanos)) {
                    return false;
                }
                asking.moved(nowNanos);
            }
        }
        return true;
    }

    /**
     * Whether as many clients as allowed have answered from an address, besides the one that asks. This machine may
     * have any number.
     */
    boolean isCrowded(SocketAddress address, @Nullable Client asking) {
        if (!(address instanceof InetSocketAddress known)) {
            // Who it is on a connection of the host's own is up to that connection.
            return false;
        }
        InetAddress host = known.getAddress();
        if (host != null && host.isLoopbackAddress()) {
            return false;
        }
        int there = 0;
        for (int i = 0; i < places.size(); i++) {
            Client each = places.get(i);
            if (each != asking
                    && each.address instanceof InetSocketAddress other
                    && isSameHost(other.getAddress(), host)) {
                there++;
            }
        }
        return there >= MOST_PER_HOST;
    }

    /** An unresolved address has no host. All of those count as one, because they may be one stranger. */
    private static boolean isSameHost(@Nullable InetAddress a, @Nullable InetAddress b) {
        if (!(a instanceof Inet6Address && b instanceof Inet6Address)) {
            return Objects.equals(a, b);
        }
        return Arrays.equals(a.getAddress(), 0, PREFIX_BYTES, b.getAddress(), 0, PREFIX_BYTES);
    }

    boolean hasRoom() {
        return places.size() < CAPACITY;
    }

    Client add(Client client) {
        places.add(client);
        return client;
    }

    /** Sends states to a client from now on. */
    ClientStatus admit(Client client) {
        ClientStatus status = client.status;
        if (status == null) {
            status = new ClientStatus(client.id, client.address, client.lane, new StatePace(budget));
            status.keys = client.keys;
            status.sentOfStates(client.sentOfStates);
            client.status = status;
            // Copied twice and not more: without a key, strangers can come and go often.
            ClientStatus[] more = admitted.toArray(new ClientStatus[admitted.size() + 1]);
            more[more.length - 1] = status;
            admitted = List.of(more);
        }
        return status;
    }

    /** Sends no states to a client any more. */
    void dismiss(Client client) {
        ClientStatus status = client.status;
        if (status != null) {
            client.status = null;
            client.sentOfStates = status.sentOfStates(0);
            List<ClientStatus> fewer = new ArrayList<>(admitted);
            fewer.remove(status);
            admitted = List.copyOf(fewer);
        }
    }

    /** Sends no states to a client that leaves. */
    void leave(Client client) {
        client.leaves = true;
        dismiss(client);
    }

    void remove(Client client) {
        dismiss(client);
        places.remove(client);
    }

    /** Removes the clients that were silent for too long. */
    void expire(long nowNanos) {
        for (int i = places.size() - 1; i >= 0; i--) {
            Client client = places.get(i);
            long silent = nowNanos - client.heardNanos;
            if (silent >= IDLE_NANOS) {
                remove(client);
            } else if (silent >= SILENT_NANOS) {
                dismiss(client);
            }
        }
    }
}
