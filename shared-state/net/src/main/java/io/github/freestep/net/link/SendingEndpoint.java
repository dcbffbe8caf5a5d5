package io.github.freestep.net.link;

import io.aeron.driver.DriverConductorProxy;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.SendChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.ErrorFlyweight;
import io.aeron.protocol.NakFlyweight;
import io.aeron.protocol.ResponseSetupFlyweight;
import io.aeron.protocol.RttMeasurementFlyweight;
import io.aeron.protocol.StatusMessageFlyweight;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * The socket of a sender, which sends to its {@link Peers} and listens to them only. What a peer has missed is repeated
 * to that peer, and not to all. Of Aeron's control datagrams, it takes the two kinds that receivers send.
 */
final class SendingEndpoint extends SendChannelEndpoint {
    private final Peers peers;
    private final Peers.Socket socket = super::receive;

    SendingEndpoint(UdpChannel channel, AtomicCounter status, MediaDriver.Context context, Peers peers) {
        super(channel, status, context);
        this.peers = peers;
    }

    @Override
    public void openChannel() {
        super.openChannel();
        peers.opened(sendDatagramChannel::send, errorHandler::onError);
    }

    @Override
    public InetSocketAddress receive(ByteBuffer buffer) {
        return peers.receive(socket, buffer);
    }

    @Override
    public int send(ByteBuffer buffer) {
        return peers.sendToAll(buffer);
    }

    @Override
    public void onStatusMessage(
            StatusMessageFlyweight message,
            UnsafeBuffer buffer,
            int length,
            InetSocketAddress source,
            DriverConductorProxy conductor) {
        if (peers.mayControl(source)) {
            super.onStatusMessage(message, buffer, length, source, conductor);
        }
    }

    /** Aeron repeats during this call, because no delay is set for it. */
    @Override
    public void onNakMessage(NakFlyweight message, UnsafeBuffer buffer, int length, InetSocketAddress source) {
        if (peers.mayControl(source)) {
            peers.repeatTo(source);
            try {
                super.onNakMessage(message, buffer, length, source);
            } finally {
                peers.repeatsNoMore();
            }
        }
    }

    @Override
    public void onError(
            ErrorFlyweight message,
            UnsafeBuffer buffer,
            int length,
            InetSocketAddress source,
            DriverConductorProxy conductor) {}

    @Override
    public void onRttMeasurement(
            RttMeasurementFlyweight message, UnsafeBuffer buffer, int length, InetSocketAddress source) {}

    @Override
    public void onResponseSetup(
            ResponseSetupFlyweight message,
            UnsafeBuffer buffer,
            int length,
            InetSocketAddress source,
            DriverConductorProxy conductor) {}
}
