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
    private final SharedPort port = SharedPort.over(this);
    private final PortRoom room;

    NoNetwork() {
        room = Inside.of(port).apply(0);
    }

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
        return room;
    }

    @Override
    public void datagram(ByteBuffer datagram, SocketAddress source, PeerPackets handler) {}

    @Override
    public void send(long peer, ByteBuffer packet) {}

    @Override
    public void close() {
        port.close();
    }
}
