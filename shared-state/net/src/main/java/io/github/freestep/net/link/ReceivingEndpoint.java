package io.github.freestep.net.link;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.RttMeasurementFlyweight;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/** The socket of a receiver, which listens to its {@link Peers} only, and counts what arrives on each stream. */
final class ReceivingEndpoint extends BoundedEndpoint {
    private final Peers peers;
    private final StreamWatch streams;
    private final LossMeter states;
    private final Peers.Socket socket = super::receive;

    ReceivingEndpoint(
            UdpChannel channel,
            DataPacketDispatcher dispatcher,
            AtomicCounter status,
            MediaDriver.Context context,
            IntUnaryOperator termBytes,
            Consumer<DatagramChannel> opened,
            Peers peers,
            StreamWatch streams,
            LossMeter states) {
        super(channel, dispatcher, status, context, termBytes, opened);
        this.peers = peers;
        this.streams = streams;
        this.states = states;
    }

    @Override
    public void openChannel() {
        super.openChannel();
        peers.opened(receiveDatagramChannel::send, errorHandler::onError);
    }

    @Override
    public InetSocketAddress receive(ByteBuffer buffer) {
        return peers.receive(socket, buffer);
    }

    @Override
    public int onDataPacket(
            DataHeaderFlyweight header, UnsafeBuffer buffer, int length, InetSocketAddress source, int transportIndex) {
        int taken = super.onDataPacket(header, buffer, length, source, transportIndex);
        if (length > DataHeaderFlyweight.HEADER_LENGTH) {
            streams.add(header.streamId(), taken > 0);
            if (header.streamId() >= Endpoints.FIRST_LANE) {
                states.took(header.reservedValue(), length);
            }
        }
        return taken;
    }

    @Override
    public void onRttMeasurement(
            RttMeasurementFlyweight header,
            UnsafeBuffer buffer,
            int length,
            InetSocketAddress source,
            int transportIndex) {}
}
