package io.github.freestep.net.link;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ReceiveChannelEndpointSupplier;
import io.aeron.driver.media.ReceiveChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.SetupFlyweight;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * Ignores sources whose buffers would be larger than those of our own sources of the same stream. A receiver makes
 * buffers as large as a source asks for, so one forged datagram could otherwise take three gigabytes.
 */
public class BoundedEndpoint extends ReceiveChannelEndpoint {
    private final IntUnaryOperator termBytes;
    private final Consumer<DatagramChannel> opened;

    BoundedEndpoint(
            UdpChannel channel,
            DataPacketDispatcher dispatcher,
            AtomicCounter status,
            MediaDriver.Context context,
            IntUnaryOperator termBytes,
            Consumer<DatagramChannel> opened) {
        super(channel, dispatcher, status, context);
        this.termBytes = termBytes;
        this.opened = opened;
    }

    /**
     * Makes endpoints.
     *
     * @param termBytes returns the greatest length of a term by the number of its stream
     * @param opened takes the socket of each endpoint
     */
    public static ReceiveChannelEndpointSupplier supplier(
            IntUnaryOperator termBytes, Consumer<DatagramChannel> opened) {
        return (channel, dispatcher, status, context) ->
                new BoundedEndpoint(channel, dispatcher, status, context, termBytes, opened);
    }

    @Override
    public void openChannel() {
        super.openChannel();
        opened.accept(receiveDatagramChannel);
    }

    @Override
    public void onSetupMessage(
            SetupFlyweight header, UnsafeBuffer buffer, int length, InetSocketAddress source, int transportIndex) {
        if (header.termLength() <= termBytes.applyAsInt(header.streamId())
                && header.mtuLength() <= AeronLink.MTU_BYTES) {
            super.onSetupMessage(header, buffer, length, source, transportIndex);
        }
    }
}
