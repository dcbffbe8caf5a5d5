package io.github.freestep.net;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Carries datagrams between this process and its peers. Datagrams may be lost, repeated and reordered; those that
 * arrive are whole. They may also wait, as in a TCP connection: a sender notices how late its states arrive, and sends
 * fewer. The default is a {@link UdpTransport}. Implement this interface to send states, or the packets of a match,
 * over a connection that a game has already.
 *
 * <pre>{@code
 * final class Tunnel implements DatagramTransport { // over a connection that the game has
 *     public boolean send(ByteBuffer datagram, SocketAddress peer) {
 *         return connection.offer(peer, datagram);
 *     }
 *
 *     public SocketAddress receive(ByteBuffer into) {
 *         return connection.poll(into); // null if nothing has come
 *     }
 *
 *     public void close() {}
 * }
 * }</pre>
 *
 * <p>One thread at a time calls the methods, normally a thread of Freestep. A transport whose datagrams arrive on
 * another thread, such as an event loop, copies them into a queue of its own, from which {@link #receive} takes them.
 *
 * <p>An unchecked exception ends the thread that receives, and all senders, receivers and matches on the transport have
 * it as their {@code failure()}. From {@link #send}, it ends only the one that sends.
 *
 * <p>The test jar of this artifact has {@code DatagramTransportContract}, which checks these rules for any transport.
 */
public interface DatagramTransport extends AutoCloseable {
    /**
     * The greatest length of a datagram, in bytes. With the headers of UDP and IPv6, it has 1,248 bytes, and every path
     * of IPv6 and almost every one of IPv4 carries 1,280, also through tunnels.
     */
    int MAX_BYTES = 1_200;

    /**
     * Sends a datagram. Never blocks: if the datagram cannot be sent now, it is dropped.
     *
     * @param datagram its bytes between position and limit, at most {@link #MAX_BYTES}; valid during the call only. Its
     *     position may change
     * @param peer where it goes: an address that {@link #receive} has returned, or one that the user has named
     * @return false if it was dropped, because what was sent before still waits
     * @throws IOException if the peer cannot be reached, also if its address is of another kind; other peers are not
     *     affected
     */
    boolean send(ByteBuffer datagram, SocketAddress peer) throws IOException;

    /**
     * Receives the next datagram, if one has arrived. Never blocks.
     *
     * @param into takes the bytes from its position on, which is then behind them. A datagram that does not fit is
     *     dropped or cut off
     * @return the peer from which the datagram came, equal for all datagrams of one peer; null if none has arrived
     * @throws IOException if the network fails; a later call may succeed
     */
    @SuppressWarnings("exports") // See module-info.
    @Nullable SocketAddress receive(ByteBuffer into) throws IOException;

    /**
     * Waits until a datagram may have arrived, at most for a time. The default waits for at most a millisecond.
     *
     * @param nanos the longest time
     * @throws IOException if the network fails; a later call may succeed
     */
    default void await(long nanos) throws IOException {
        LockSupport.parkNanos(Math.min(nanos, 1_000_000));
    }

    /** Releases what the transport holds. A second call does nothing. */
    @Override
    void close();
}
