package io.github.freestep.net;

import io.github.freestep.internal.HasInside;
import io.github.freestep.net.link.PortRoom;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One port and one daemon thread, {@code freestep-port}, for any number of {@linkplain StateSender.Builder#room
 * senders} and matches in lockstep, such as one for each room of a game. Safe for use by any number of threads.
 *
 * <pre>{@code
 * try (SharedPort port = SharedPort.listen("0.0.0.0", 20_121)) {
 *     StateSender hall = StateSender.builder(first.states()).room(port, 1).key(secret).start();
 *     StateSender yard = StateSender.builder(second.states()).room(port, 2).key(secret).start();
 *     SequencerServer match = SequencerServer.start(settings, DirectLockstep.over(port, 3).key(secret).listen());
 * }
 * }</pre>
 *
 * <p>Each datagram names its room. Those for rooms that are not there are dropped. Keys, places for peers, and what a
 * room counts and reports are each room's own. An exception in one room ends no other, but a slow call of the user,
 * such as an {@link Interest}, delays all rooms. A state, or a tick of a match, may wait for 0.5 ms more than on a port
 * of its own, so that the thread does not wake up for each state of each room.
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class SharedPort extends HasInside<IntFunction<PortRoom>> implements AutoCloseable {
    final TransportThread thread;

    private SharedPort(TransportThread thread) {
        super(number -> new Room(thread, number));
        this.thread = thread;
    }

    /**
     * Opens a UDP port.
     *
     * @param host the address or name of this machine at which receivers reach it, such as {@code "0.0.0.0"} for all
     * @param port from 1 to 65535
     * @return an open port
     * @throws IllegalArgumentException if the port is out of range or the host is unknown
     * @throws java.io.UncheckedIOException if the port is in use
     */
    public static SharedPort listen(String host, int port) {
        UdpTransport own = UdpTransport.listen(host, port);
        try {
            return over(own);
        } catch (Throwable noThread) {
            own.close();
            throw noThread;
        }
    }

    /**
     * Shares a transport. Freestep cannot see who reaches it, so in a room without a key, everyone who does can read
     * and forge datagrams.
     *
     * @param transport an open transport, which nothing else uses from now on; {@link #close} closes it
     * @return an open port
     */
    public static SharedPort over(DatagramTransport transport) {
        return new SharedPort(TransportThread.shared(Objects.requireNonNull(transport, "transport must not be null")));
    }

    /**
     * Why the port has ended. Each of its rooms then has this failure, too.
     *
     * @return the exception or error of the transport; null while the port runs, and if it was closed
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        return thread.failure;
    }

    /**
     * Closes the senders and matches that still use the port, which notify their peers, then the transport, and returns
     * once the thread has ended. If the thread itself calls this, it returns at once. A second call does nothing.
     *
     * @throws IllegalStateException if the thread does not end within 5 seconds
     */
    @Override
    public void close() {
        thread.close();
    }

    /** Returns the transport, for logs. */
    @Override
    public String toString() {
        return "shared " + thread.transport;
    }
}
