package io.github.freestep.benchmarks.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.DatagramTransportContract;
import io.github.freestep.net.PlayerToken;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.tools.Walkers;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LengthFieldPrepender;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of a transport, and all that Freestep sends, in a game that has TCP connections, on which each message
 * follows its length.
 */
class NettyTransportTest extends DatagramTransportContract {
    private static final byte[] KEY = new byte[16];
    private static final int BODIES = 500;

    /** How much may wait for a client. More would make the picture late. */
    private static final int WAITING_BYTES = 16_384;

    private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

    /** The ends that the contract has opened. */
    private NettyTransport atServer;

    private NettyTransport atClient;
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
    protected DatagramTransport server() {
        atServer = new NettyTransport();
        address = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.SO_SNDBUF, WAITING_BYTES)
                .childHandler(pipeline(atServer))
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel()
                .localAddress();
        return atServer;
    }

    @Override
    protected DatagramTransport client() {
        atClient = new NettyTransport();
        client = new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .handler(pipeline(atClient))
                .connect(address)
                .syncUninterruptibly()
                .channel();
        // The handlers of a connection are notified after the caller.
        loops.submit(() -> {}).syncUninterruptibly();
        return atClient;
    }

    @Override
    protected SocketAddress address() {
        return address;
    }

    @AfterEach
    void endLoops() {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private boolean isConnected(SocketAddress peer) {
        try {
            return atServer.send(ByteBuffer.allocate(1_000), peer);
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Axis 0 moves all bodies. */
    private static final class Pushed extends Walkers {
        Pushed() {
            super(BODIES);
        }

        @Override
        public void step(Tick tick) {
            x += tick.dtSeconds() * tick.input().axis(0);
        }
    }

    @Test
    void statesInputAndMessagesArriveAlsoAfterTheClientDidNotReadForAWhile() {
        AtomicBoolean reads = new AtomicBoolean(true);
        Class<?>[] kind = {DatagramTransport.class};
        Object client = Proxy.newProxyInstance(getClass().getClassLoader(), kind, (proxy, method, arguments) -> {
            boolean waits = !reads.get() && method.getName().equals("receive");
            return waits ? null : method.invoke(atClient, arguments);
        });
        SocketAddress peer;
        try (PhysicsService physics =
                        PhysicsService.builder(new Pushed()).rate(100).start();
                StateSender sender = StateSender.builder(physics.states())
                        .transport(atServer)
                        .key(KEY)
                        .input(physics.input())
                        .start()) {
            try (RemoteStates remote = RemoteStates.builder(StateLayout.of(BODIES))
                            .transport((DatagramTransport) client)
                            .server(this::address)
                            .token(() -> PlayerToken.issue(KEY, 1, Duration.ofHours(1)))
                            .start();
                    StateReader reader = remote.states().reader()) {
                Await.until(() -> remote.input().axis(0, 1), remote::status);
                Await.until(() -> reader.acquire() && reader.state(0).x(0) > 0.1, remote::status);
                reads.set(false);
                long then = physics.metrics().tick();
                Await.until(() -> physics.metrics().tick() > then + 100, physics::status);
                reads.set(true);
                for (int i = 0; i < 20; i++) {
                    Await.until(reader::acquire, remote::status);
                }
                assertEquals(BODIES - 1, reader.state(0).y(BODIES - 1), 0.01);
                assertTrue(remote.send(new byte[] {7}, true));
                Await.until(() -> sender.takeMessages((from, back) -> assertTrue(sender.send(from, back, true))) > 0);
                Await.until(() -> remote.takeMessages(back -> assertEquals(7, back[0])) > 0);
                assertNull(remote.failure());
                peer = sender.clients().get(0).address();
            }
            Await.until(() -> sender.clients().isEmpty());
            assertNull(sender.failure());
        }
        assertTrue(isConnected(peer), "the channels are the game's, and stay open");
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
