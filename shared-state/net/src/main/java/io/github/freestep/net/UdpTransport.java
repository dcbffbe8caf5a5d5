package io.github.freestep.net;

import io.github.freestep.net.link.Endpoints;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Datagrams over a UDP socket of the JDK. For one thread at a time. Receiving from one peer allocates nothing; when
 * datagrams of several peers come in turn, the JDK allocates an address object for each.
 *
 * <pre>{@code
 * UdpTransport udp = UdpTransport.listen("0.0.0.0", 20_121);
 * StateSender sender = StateSender.builder(physics.states()).transport(udp).key(secret).start();
 * ...
 * sender.close();
 * udp.close(); // the sender does not
 * }</pre>
 *
 * <p>If the JDK closes the socket, for example because its thread was interrupted, the transport opens another one at
 * the same address, at most once per second.
 */
public final class UdpTransport implements DatagramTransport {
    /** How long the buffer of a socket is, if the system allows that: a burst of 100,000 bodies takes 0.5 MB. */
    private static final int SOCKET_BYTES = 2 << 20;

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MILLI_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** How long to gather datagrams before the next look while many arrive. A wait that ends sooner is early. */
    private static final long GATHER_NANOS = MILLI_NANOS / 2;

    /** After this many waits in a row that ended early, datagrams are gathered, so that a flood is taken in batches. */
    private static final int MOST_EARLY = 3;

    private InetSocketAddress local;

    private @Nullable DatagramChannel socket;
    private @Nullable Selector arrivals;
    private final Consumer<SelectionKey> arrived = key -> {};
    private int early;
    private boolean closed;
    private long triedNanos;

    UdpTransport(InetSocketAddress local) throws IOException {
        this.local = local;
        open();
    }

    /**
     * Opens a socket at a port that peers know.
     *
     * @param host the address or name of this machine at which peers reach it, such as {@code "0.0.0.0"} for all
     * @param port from 1 to 65535
     * @return an open transport
     * @throws IllegalArgumentException if the port is out of range or the host is unknown
     * @throws UncheckedIOException if the port is in use
     */
    public static UdpTransport listen(String host, int port) {
        Endpoints.requirePort(port);
        Objects.requireNonNull(host, "host must not be null");
        InetAddress own;
        try {
            own = Endpoints.resolve(host);
        } catch (UncheckedIOException unknown) {
            throw new IllegalArgumentException(
                    "host must be known, but " + unknown.getMessage() + "; pass a name or an address", unknown);
        }
        return listen("transport", own, port);
    }

    /** Opens a socket for a part whose name is in the message of the exception. */
    static UdpTransport listen(String role, InetAddress own, int port) {
        InetSocketAddress at = new InetSocketAddress(own, port);
        try {
            return new UdpTransport(at);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "a " + role + " at " + Endpoints.text(at) + " needs the UDP port " + port + ", but " + port
                            + " could not be opened: " + e.getMessage()
                            + "; end the program that uses it, or choose another port or address",
                    e);
        }
    }

    /**
     * Opens a socket at a port that the system chooses, to send to a peer first. If the peer is on this machine's
     * loopback address, no other machine can reach the socket.
     *
     * @param peer the address of the peer's machine
     * @return an open transport
     * @throws UncheckedIOException if the system has no port
     */
    public static UdpTransport to(InetAddress peer) {
        try {
            return new UdpTransport(new InetSocketAddress(
                    Endpoints.localFor(Objects.requireNonNull(peer, "peer must not be null")), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "a UDP socket to reach " + peer.getHostAddress() + " could not be opened: " + e.getMessage()
                            + "; check how many files and ports this process may open",
                    e);
        }
    }

    private void open() throws IOException {
        closeSocket();
        DatagramChannel opened = DatagramChannel.open();
        boolean isReady = false;
        try {
            opened.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BYTES);
            opened.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BYTES);
            opened.bind(local).configureBlocking(false);
            local = (InetSocketAddress) opened.getLocalAddress();
            isReady = true;
        } catch (IllegalArgumentException e) {
            throw new IOException("address must be one that a UDP socket can have, was " + local, e);
        } finally {
            if (!isReady) {
                opened.close();
            }
        }
        socket = opened;
    }

    /** The socket; null if it could not be opened and the next attempt is not due. */
    private @Nullable DatagramChannel socket() throws IOException {
        DatagramChannel known = socket;
        if (known != null && known.isOpen()) {
            return known;
        }
        long now = System.nanoTime();
        boolean isDue = known != null || now - triedNanos >= RETRY_NANOS;
        if (closed || !isDue) {
            return null;
        }
        triedNanos = now;
        socket = null;
        // An interrupted thread cannot use a socket.
        Thread.interrupted();
        open();
        return socket;
    }

    @Override
    public boolean send(ByteBuffer datagram, SocketAddress peer) throws IOException {
        Objects.requireNonNull(peer, "peer must not be null");
        int length =
                Objects.requireNonNull(datagram, "datagram must not be null").remaining();
        DatagramChannel open = socket();
        try {
            return open != null && open.send(datagram, peer) == length;
        } catch (IllegalArgumentException e) {
            // A channel throws its subclasses for an address that is unresolved, or of another kind.
            throw new IOException("peer must be an address that a UDP socket can reach, was " + peer, e);
        }
    }

    @Override
    @SuppressWarnings("exports") // See module-info.
    public @Nullable SocketAddress receive(ByteBuffer into) throws IOException {
        Objects.requireNonNull(into, "into must not be null");
        DatagramChannel open = socket();
        return open == null ? null : open.receive(into);
    }

    /**
     * Waits until a datagram has arrived, at most for a second. So the thread wakes up once for each burst, and not
     * several times to look for it. The system waits for whole milliseconds only, so a longer time is rounded down, and
     * datagrams do not end a shorter one.
     */
    @Override
    public void await(long nanos) throws IOException {
        DatagramChannel open = socket();
        Selector selector = arrivals;
        if (selector == null) {
            selector = Selector.open();
            arrivals = selector;
            if (open != null) {
                open.register(selector, SelectionKey.OP_READ);
            }
        }
        if (early == MOST_EARLY) {
            early = 0;
            LockSupport.parkNanos(GATHER_NANOS);
        } else if (nanos < MILLI_NANOS) {
            LockSupport.parkNanos(nanos);
        } else {
            long since = System.nanoTime();
            boolean any = selector.select(arrived, Math.min(nanos, RETRY_NANOS) / MILLI_NANOS) > 0;
            early = any && System.nanoTime() - since < GATHER_NANOS ? early + 1 : 0;
        }
    }

    /**
     * The address at which this transport receives.
     *
     * @return an address and a UDP port
     */
    public InetSocketAddress address() {
        return local;
    }

    /** Returns the address of a transport on this machine; null if it is not a UDP socket. */
    static @Nullable InetAddress addressOf(DatagramTransport transport) {
        return transport instanceof UdpTransport udp ? udp.address().getAddress() : null;
    }

    @Override
    public void close() {
        closed = true;
        closeSocket();
    }

    private void closeSocket() {
        // In this order: a socket stays open as long as it is registered in the selector.
        close(socket);
        socket = null;
        close(arrivals);
        arrivals = null;
    }

    private static void close(@Nullable Closeable resource) {
        try {
            if (resource != null) {
                resource.close();
            }
        } catch (IOException e) {
            // Nothing is lost with it.
        }
    }

    @Override
    public String toString() {
        return "UDP at " + Endpoints.text(local);
    }
}
