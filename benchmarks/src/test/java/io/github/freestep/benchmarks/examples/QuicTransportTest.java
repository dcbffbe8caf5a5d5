package io.github.freestep.benchmarks.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.quic.Quic;
import io.netty.handler.codec.quic.QuicServerCodecBuilder;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server and clients on this machine, with a certificate that the JDK's keytool makes. */
class QuicTransportTest extends NettyContract {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);

    private static QuicSslContext serverTls;
    private static QuicSslContext clientTls;

    private QuicTransport server;

    @BeforeAll
    static void certify(@TempDir Path folder) throws Exception {
        assumeTrue(Quic.isAvailable(), () -> "no native QUIC for this platform: " + Quic.unavailabilityCause());
        ProcessBuilder keytool = new ProcessBuilder(System.getProperty("java.home") + "/bin/keytool");
        String options =
                "-genkeypair -keyalg EC -dname CN=server -ext san=ip:127.0.0.1 -keystore keys -storepass secret";
        keytool.command().addAll(List.of(options.split(" ")));
        Process made =
                keytool.directory(folder.toFile()).redirectErrorStream(true).start();
        String said = new String(made.getInputStream().readAllBytes());
        assertEquals(0, made.waitFor(), said);
        char[] password = "secret".toCharArray();
        KeyStore store = KeyStore.getInstance(folder.resolve("keys").toFile(), password);
        X509Certificate certificate = (X509Certificate) store.getCertificate("mykey");
        PrivateKey key = (PrivateKey) store.getKey("mykey", password);
        serverTls = QuicSslContextBuilder.forServer(key, null, certificate)
                .applicationProtocols("game")
                .build();
        clientTls = QuicSslContextBuilder.forClient()
                .trustManager(certificate)
                .applicationProtocols("game")
                .build();
    }

    @Override
    NettyTransport listen() {
        server = QuicTransport.server(loops, serverTls, ANY_PORT);
        return server;
    }

    @Override
    NettyTransport connect() {
        return connect(server.localAddress());
    }

    @Override
    protected SocketAddress address() {
        return server.localAddress();
    }

    private QuicTransport connect(InetSocketAddress to) {
        QuicTransport transport = QuicTransport.client(loops, clientTls, to);
        transport.connect().syncUninterruptibly();
        return transport;
    }

    /** Without the refusal, larger states would never arrive, and nobody would know why. */
    @Test
    void aServerThatTakesOnlyShorterDatagramsIsRefused() {
        InetSocketAddress usual = (InetSocketAddress) new Bootstrap()
                .group(loops)
                .channel(NioDatagramChannel.class)
                .handler(new QuicServerCodecBuilder()
                        .sslContext(serverTls)
                        .datagram(10, 10)
                        .handler(new ChannelInboundHandlerAdapter())
                        .build())
                .bind(ANY_PORT)
                .syncUninterruptibly()
                .channel()
                .localAddress();
        try (QuicTransport client = connect(usual)) {
            awaitHandlers();
            IOException refused = assertThrows(IOException.class, () -> client.send(ByteBuffer.allocate(1), usual));
            assertEquals(
                    "the connection must carry datagrams of 1200 bytes, but carries at most 1188; "
                            + "set both peers to the sizes of this class",
                    refused.getCause().getMessage());
            new EmbeddedChannel(client).writeInbound(Unpooled.wrappedBuffer(new byte[7]));
            ByteBuffer into = ByteBuffer.allocate(10);
            client.receive(into);
            assertEquals(0, into.position(), "before its size is known, it is not heard");
        }
    }

    /** Between them is a router that gives the client another address after some exchanges. */
    @Test
    void aClientWhoseAddressChangesStaysTheSamePeer() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(2_000);
        Set<SocketAddress> peers = new HashSet<>();
        try (DatagramChannel inside = socket()) {
            InetSocketAddress router = (InetSocketAddress) inside.getLocalAddress();
            QuicTransport moving = QuicTransport.client(loops, clientTls, router);
            Future<?> connected = moving.connect();
            SocketAddress client = null;
            for (int length = 1; length <= 60; ) {
                try (DatagramChannel outside = socket()) {
                    for (int end = length + 20; length < end; ) {
                        for (SocketAddress from; (from = inside.receive(buffer.clear())) != null; client = from) {
                            outside.send(buffer.flip(), address());
                        }
                        while (outside.receive(buffer.clear()) != null) {
                            inside.send(buffer.flip(), client);
                        }
                        if (connected.isDone()) {
                            awaitHandlers();
                            moving.send(ByteBuffer.allocate(length), router);
                        }
                        for (SocketAddress peer; (peer = atServer.receive(buffer.clear())) != null; peers.add(peer)) {
                            atServer.send(buffer.flip(), peer);
                        }
                        while (moving.receive(buffer.clear()) != null) {
                            length += buffer.position() == length ? 1 : 0;
                        }
                    }
                }
            }
        }
        assertEquals(1, peers.size(), peers::toString);
    }

    private static DatagramChannel socket() throws IOException {
        DatagramChannel socket = DatagramChannel.open().bind(ANY_PORT);
        socket.configureBlocking(false);
        return socket;
    }
}
