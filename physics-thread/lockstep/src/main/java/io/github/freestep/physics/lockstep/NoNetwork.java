package io.github.freestep.physics.lockstep;

import io.github.freestep.internal.Inside;
import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.SharedPort;
import io.github.freestep.net.link.PortRoom;
import io.github.freestep.physics.lockstep.link.MatchPort;
import io.github.freestep.physics.lockstep.link.PeerPackets;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The port of a sequencer whose players are all in its process, so that its thread is like that of any other. */
class NoNetwork implements DatagramTransport, MatchPort {
    /** A port over this object, opened only for the room and the thread that it has. */
    private @Nullable SharedPort port;

    private @Nullable PortRoom room;

    @Override
    public boolean send(ByteBuffer datagram, SocketAddress peer) {
        return true;
    }

    @Override
    public @Nullable SocketAddress receive(ByteBuffer into) {
        return null;
    }

    @Override
    public PortRoom room() {
        if (room == null) {
            port = SharedPort.over(this);
            room = Inside.of(port).apply(0);
        }
        return room;
    }

    @Override
    public void datagram(ByteBuffer datagram, SocketAddress source, PeerPackets handler) {}

    @Override
    public void send(long peer, ByteBuffer packet) {}

    @Override
    public void close() {
        if (port != null) {
            port.close();
        }
    }
}
