package io.github.freestep.net;

import io.github.freestep.net.link.HostAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where a receiver looks for its sender: where the user said, where the last sender was, and where that one has sent
 * the receiver. It tries them in turn while no sender answers. So neither a room that never arrives nor a forged notice
 * silences a receiver permanently. For one thread.
 */
final class SenderPlaces {
    /**
     * After this much silence, the receiver looks up the host of the sender, which may have another address by then.
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

    /** The newest known address of its host. */
    private InetAddress here;

    private long openedNanos;
    private long heardNanos;
    private boolean answers;

    /** The address of the sender on a transport of the user, which never changes; null if it is a place. */
    private final @Nullable SocketAddress fixed;

    /** What a socket must reach from now on. */
    private Consumer<InetAddress> reaches = host -> {};

    /**
     * Begins at the sender that the user has named.
     *
     * @throws java.io.UncheckedIOException if the host is unknown
     */
    SenderPlaces(String server, int port) {
        this(server, HostAddress.of(server), port);
    }

    SenderPlaces(String server, HostAddress host, int port) {
        fixed = null;
        places.add(new Place(server, host, port));
        here = host.known();
    }

    /** Stays at an address. */
    SenderPlaces(SocketAddress server) {
        fixed = server;
        places.add(new Place("localhost", 1));
        here = InetAddress.getLoopbackAddress();
    }

    /** Sets what is notified of another host before something is sent there. */
    void reaches(Consumer<InetAddress> socket) {
        reaches = socket;
    }

    /** The newest known address of the host where the receiver is. */
    InetAddress host() {
        return here;
    }

    /** The newest known address of the place where the receiver is. */
    SocketAddress address() {
        return fixed != null ? fixed : new InetSocketAddress(here, port());
    }

    /** Looks up the host of the place. Does not wait, because another place has an address and no name. */
    private void lookUp() {
        if (fixed == null) {
            places.get(at).host.lookUp();
            moved();
        }
    }

    /** Takes the newest known address of the host. Returns whether it is another one than before. */
    boolean moved() {
        InetAddress known = fixed == null ? places.get(at).host.known() : here;
        if (known.equals(here)) {
            return false;
        }
        here = known;
        reaches.accept(here);
        return true;
    }

    /** As it was named. */
    String name() {
        return places.get(at).name;
    }

    int port() {
        return places.get(at).port;
    }

    /** Notes that the receiver looks at the place. */
    void opened(long nowNanos) {
        openedNanos = nowNanos;
        answers = false;
    }

    /** Notes a sign of life of a sender. */
    void heard(long nowNanos) {
        heardNanos = nowNanos;
        answers = true;
    }

    /** Whether no sender was heard for so long that the receiver should look again. */
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
        boolean isOther = !answers && places.size() > 1;
        at = isOther ? (at + 1) % places.size() : at;
        lookUp();
        return isOther;
    }

    /**
     * Sends the receiver to another place. It looks there first.
     *
     * @param host the address where to go; null if it is the same one
     */
    void moveTo(@Nullable InetAddress host, int port) {
        if (fixed != null) {
            return;
        }
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
        lookUp();
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
