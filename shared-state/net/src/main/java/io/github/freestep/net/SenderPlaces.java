package io.github.freestep.net;

import io.github.freestep.net.link.HostAddress;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where a receiver looks for its sender: where the user said, where the last sender was, and where that one has sent
 * the receiver. It tries them in turn while no sender answers. So neither a room that never arrives nor a forged notice
 * silences a receiver permanently. For one thread.
 */
final class SenderPlaces {
    /**
     * After this much silence, the receiver tries another link. Aeron itself finds a sender that returns, within a
     * second, unless the host of the sender has another address by then.
     */
    static final long REOPEN_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How long to wait for a first answer where there are other places. It comes a round trip after the greeting. */
    static final long TRY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private record Place(String name, HostAddress host, int port) {
        Place(String name, int port) {
            this(name, HostAddress.of(name), port);
        }

        boolean isAt(Place other) {
            return name.equals(other.name) && port == other.port;
        }
    }

    private final List<Place> places = new ArrayList<>();

    /** The place where the receiver is. */
    private int at;

    private long openedNanos;
    private long heardNanos;
    private boolean answers;

    SenderPlaces(String server, int port) {
        places.add(new Place(server, port));
    }

    InetAddress resolve() {
        return places.get(at).host.resolve();
    }

    /** As it was named. */
    String host() {
        return places.get(at).name;
    }

    int port() {
        return places.get(at).port;
    }

    /** Notes that a link to the place was opened, or could not be. */
    void opened(long nowNanos) {
        openedNanos = nowNanos;
        answers = false;
    }

    /** Notes a sign of life of a sender. */
    void heard(long nowNanos) {
        heardNanos = nowNanos;
        answers = true;
    }

    /** Whether no sender was heard for so long that the receiver should open another link. */
    boolean isSilent(long nowNanos) {
        long since = answers ? heardNanos : openedNanos;
        return nowNanos - since > (answers || places.size() == 1 ? REOPEN_NANOS : TRY_NANOS);
    }

    /**
     * Chooses where to look next: first at the same place once more, if a sender was there.
     *
     * @return whether that is another place
     */
    boolean next() {
        if (answers || places.size() == 1) {
            return false;
        }
        at = (at + 1) % places.size();
        return true;
    }

    /**
     * Sends the receiver to another place. It looks there first.
     *
     * @param here the address where it is
     * @param host the address where to go; null if it is the same one
     */
    void moveTo(InetAddress here, @Nullable InetAddress host, int port) {
        Place former = places.get(at);
        Place to;
        if (host == null || host.equals(here)) {
            // Keeps the name of the host, and the scope of an address of IPv6.
            to = new Place(former.name, former.host, port);
        } else {
            to = new Place(host.getHostAddress(), port);
        }
        Place first = places.get(0);
        places.clear();
        places.add(first);
        at = add(to);
        add(former);
    }

    /** Adds a place, unless it is there. Returns its index. */
    private int add(Place place) {
        for (int i = 0; i < places.size(); i++) {
            if (places.get(i).isAt(place)) {
                return i;
            }
        }
        places.add(place);
        return places.size() - 1;
    }
}
