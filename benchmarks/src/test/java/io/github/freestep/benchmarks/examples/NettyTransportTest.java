package io.github.freestep.benchmarks.examples;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.DatagramTransport;
import io.github.freestep.testing.Await;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** The game has TCP connections, on which each message follows its length. */
class NettyTransportTest extends NettyContract {
    /** How much may wait for a client. More would make the picture late. */
    private static final int WAITING_BYTES = 16_384;

    private SocketAddress address;
    private Channel client;

    private static ChannelInitializer<Channel> pipeline(NettyTransport transport) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(WAITING_BYTES / 2, WAITING_BYTES));
                channel.pipeline()
                        .addLast(new LengthFieldBasedFrameDecoder(
                                Short.BYTES + DatagramTransport.MAX_BYTES, 0, Short.BYTES, 0, Short.BYTES))
                        .addLast(new LengthFieldPrepender(Short.BYTES))
                        .addLast(transport);
            }
        };
    }

    @Override
    NettyTransport listen() {
        NettyTransport transport = new NettyTransport();
        address = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.SO_SNDBUF, WAITING_BYTES)
                .childHandler(pipeline(transport))
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel()
                .localAddress();
        return transport;
    }

    @Override
    NettyTransport connect() {
        NettyTransport transport = new NettyTransport();
        client = new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .handler(pipeline(transport))
                .connect(address)
                .syncUninterruptibly()
                .channel();
        return transport;
    }

    @Override
    protected SocketAddress address() {
        return address;
    }

    @Test
    void littleWaitsForAClientThatDoesNotRead() throws IOException {
        InetSocketAddress peer = (InetSocketAddress) client.localAddress();
        client.config().setAutoRead(false);
        Await.until(() -> isConnected(peer));
        int sent = 0;
        while (atServer.send(ByteBuffer.allocate(1_000), peer)) {
            sent++;
            // The system lets a peer on the same machine wait for some megabytes.
            assertTrue(sent < 20_000, "everything is queued");
        }
        client.config().setAutoRead(true);
        Await.until(() -> isConnected(peer));
    }

    /** Such as a handler that is added once a player has logged in. */
    @Test
    void aChannelThatIsActiveAlreadyIsKnown() throws IOException {
        NettyTransport transport = new NettyTransport();
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.pipeline().addLast(transport);
        assertTrue(transport.send(ByteBuffer.allocate(7), channel.remoteAddress()));
        channel.writeInbound(Unpooled.wrappedBuffer(new byte[DatagramTransport.MAX_BYTES + 1]));
        assertNull(transport.receive(ByteBuffer.allocate(10_000)), "no peer of Freestep sends that much");
    }
}
