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
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a transport over any kind of channel must do: the contract, and all that Freestep sends. */
abstract class NettyContract extends DatagramTransportContract {
    private static final byte[] KEY = new byte[16];
    private static final int BODIES = 500;

    final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

    /** The ends that the contract has opened, of the clients the last one. */
    NettyTransport atServer;

    NettyTransport atClient;

    abstract NettyTransport listen();

    abstract NettyTransport connect();

    @Override
    protected final DatagramTransport server() {
        atServer = listen();
        return atServer;
    }

    @Override
    protected final DatagramTransport client() {
        atClient = connect();
        awaitHandlers();
        return atClient;
    }

    /** The handlers of a connection are notified after the caller. */
    final void awaitHandlers() {
        loops.submit(() -> {}).syncUninterruptibly();
    }

    @AfterEach
    void endLoops() {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    final boolean isConnected(SocketAddress peer) {
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
}
