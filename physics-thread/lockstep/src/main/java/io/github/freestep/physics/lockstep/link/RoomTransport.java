package io.github.freestep.physics.lockstep.link;

import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.link.PortRoom;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The datagrams of a sequencer that is a room of a shared port. For the thread of the port. */
public final class RoomTransport implements DatagramTransport {
    /** A sequencer's end that may be in a room. */
    public interface End {
        /** The room; null if the end has a transport of its own. */
        @Nullable RoomTransport room();
    }

    private final Supplier<PortRoom> rooms;
    private final PortRoom room;
    private final String name;
    private @Nullable ByteBuffer arrived;
    private @Nullable SocketAddress source;

    /**
     * Makes the transport of one match.
     *
     * @param rooms makes rooms that have not been started
     * @param name for logs
     */
    public RoomTransport(Supplier<PortRoom> rooms, String name) {
        this.rooms = rooms;
        this.name = name;
        room = rooms.get();
    }

    /** Returns one for another match, which is started and ends by itself. */
    public RoomTransport another() {
        return new RoomTransport(rooms, name);
    }

    public PortRoom room() {
        return room;
    }

    /** Takes what the next call of {@link #receive} returns. */
    public void arrived(ByteBuffer datagram, SocketAddress from) {
        arrived = datagram;
        source = from;
    }

    @Override
    public boolean send(ByteBuffer datagram, SocketAddress peer) throws IOException {
        return room.send(datagram, peer);
    }

    @Override
    @SuppressWarnings("exports") // Only annotations.
    public @Nullable SocketAddress receive(ByteBuffer into) {
        ByteBuffer datagram = arrived;
        arrived = null;
        if (datagram == null) {
            return null;
        }
        into.put(datagram);
        return source;
    }

    /** The room is closed by its own thread. */
    @Override
    public void close() {}

    @Override
    public String toString() {
        return name;
    }
}
