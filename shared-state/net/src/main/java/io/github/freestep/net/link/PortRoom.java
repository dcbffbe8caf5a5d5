package io.github.freestep.net.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A room of a port whose thread other rooms use, too. Safe for use by any number of threads, except {@link #send},
 * which is for the thread of the port.
 */
public interface PortRoom extends AutoCloseable {
    /** Where others can reach the port, if it is a UDP port. */
    @Nullable InetAddress own();

    /**
     * Starts the work. If that fails, the work is closed, as it is at its end.
     *
     * @throws IllegalStateException if the number of the room is taken, this room was started, or the port was closed
     */
    void start(RoomWork work);

    /** Sends a datagram, as the transport does. */
    boolean send(ByteBuffer datagram, SocketAddress to) throws IOException;

    /** The newest error of the port's network, from which the work recovers; null if there was none. */
    @Nullable Throwable lastError();

    /** What ended the work; null while it runs, and after {@link #close} has ended it. */
    @Nullable Throwable failure();

    /**
     * Ends the work, and waits for its end. A second call does nothing.
     *
     * @throws IllegalStateException if it does not end within 5 seconds
     */
    @Override
    void close();
}
