package io.github.freestep.net.session;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The clients of a server, at most {@value #CAPACITY}. For one thread, except {@link #admitted}. Allocates only when a
 * client joins, is admitted or dismissed.
 */
final class Clients {
    /** A sender to so many takes an eighth of a core at 60 states a second. */
    static final int CAPACITY = 256;

    /** How long a silent client keeps its place. */
    static final long IDLE_NANOS = 10_000_000_000L;

    /** How long a silent client is sent states. It says that it is at its address ten times per second. */
    static final long SILENT_NANOS = 5_000_000_000L;

    final List<Client> places = new ArrayList<>();

    /** The clients that are sent states, in the order in which they were admitted. For any thread. */
    volatile List<ClientStatus> admitted = List.of();

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
                if (!other.hasStayed(nowNanos)) {
                    return false;
                }
                asking.moved(nowNanos);
            }
        }
        return true;
    }

    boolean hasRoom() {
        return places.size() < CAPACITY;
    }

    Client add(Client client) {
        places.add(client);
        return client;
    }

    /** Sends states to a client from now on. */
    ClientStatus admit(Client client, double budget) {
        ClientStatus status = client.status;
        if (status == null) {
            status = new ClientStatus(client.keys, client.address, client.lane, new StatePace(budget));
            status.sentOfStates(client.sentOfStates);
            status.firstEvents = client.firstEvents;
            client.status = status;
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
            client.firstEvents = status.firstEvents;
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

    /** Removes the clients that were silent for too long. Each call passes on all that are sent no states for that. */
    void expire(long nowNanos, Consumer<Client> output) {
        for (int i = places.size() - 1; i >= 0; i--) {
            Client client = places.get(i);
            long silent = nowNanos - client.heardNanos;
            if (silent >= IDLE_NANOS) {
                remove(client);
                output.accept(client);
            } else if (silent >= SILENT_NANOS) {
                dismiss(client);
                output.accept(client);
            }
        }
    }
}
