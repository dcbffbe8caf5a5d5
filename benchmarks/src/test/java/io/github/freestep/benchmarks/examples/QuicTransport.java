package io.github.freestep.benchmarks.examples;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicClientCodecBuilder;
import io.netty.handler.codec.quic.QuicCodecBuilder;
import io.netty.handler.codec.quic.QuicDatagramExtensionEvent;
import io.netty.handler.codec.quic.QuicServerCodecBuilder;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Carries states, input and messages in the unreliable datagrams of QUIC (RFC 9221), for a game that has QUIC already,
 * or whose players change between networks: the connection stays when the address of its client changes.
 *
 * <p>QUIC seals what it carries, and its certificate proves who the server is. It does not know who a player is: for
 * that, set a key and give out tokens, as over UDP. A server in the open internet also needs a {@code QuicTokenHandler}
 * of its own, because without one a client's address is proved only after the server has begun a handshake.
 *
 * <p>QUIC has a congestion control of its own. What it does not let through waits in a short queue, so a sender of
 * states notices how late they arrive, and sends fewer. What does not fit into that queue is lost.
 */
@ChannelHandler.Sharable
final class QuicTransport extends NettyTransport {
    /** The payload of a packet of 1,280 bytes, which every path of IPv6 carries, behind the headers of IPv6 and UDP. */
    private static final int UDP_BYTES = 1_280 - 40 - 8;

    /**
     * The length of the identifier of a connection, which each packet has. With it, a datagram of {@link #MAX_BYTES}
     * just fits into a packet of {@link #UDP_BYTES}. With the usual 20 bytes, it would not.
     */
    private static final int CONNECTION_ID_BYTES = 8;

    /** How many datagrams may wait for QUIC or for the event loop: the pieces of a few states. */
    private static final int MOST_WAITING = 64;

    /** How often the address of a client may change, which takes another identifier each time. */
    private static final int MOST_MOVES = 7;

    /** A client that has vanished is forgotten after this time. */
    private static final int SILENCE_SECONDS = 10;

    /** The UDP port below the connections. */
    private final Channel port;

    /** Null at a server. */
    private final InetSocketAddress server;

    private QuicTransport(
            EventLoopGroup loops, QuicCodecBuilder<?> codec, InetSocketAddress server, InetSocketAddress bind) {
        this.server = server;
        if (codec instanceof QuicServerCodecBuilder accepting) {
            accepting.handler(this);
        }
        codec.datagram(MOST_WAITING, MOST_WAITING)
                .maxSendUdpPayloadSize(UDP_BYTES)
                .maxRecvUdpPayloadSize(UDP_BYTES)
                .localConnectionIdLength(CONNECTION_ID_BYTES)
                .activeConnectionIdLimit(1 + MOST_MOVES)
                .maxIdleTimeout(SILENCE_SECONDS, TimeUnit.SECONDS);
        port = new Bootstrap()
                .group(loops)
                .channel(NioDatagramChannel.class)
                .handler(codec.build())
                .bind(bind)
                .syncUninterruptibly()
                .channel();
    }

    /** Opens the port of a server. The address of a peer is then the identifier of its connection. */
    static QuicTransport server(EventLoopGroup loops, QuicSslContext tls, InetSocketAddress bind) {
        return new QuicTransport(loops, new QuicServerCodecBuilder().sslContext(tls), null, bind);
    }

    /** Opens a port from which a client can {@link #connect}. The certificate must be of the host in the address. */
    static QuicTransport client(EventLoopGroup loops, QuicSslContext tls, InetSocketAddress server) {
        QuicClientCodecBuilder codec = new QuicClientCodecBuilder()
                .sslEngineProvider(channel -> tls.newEngine(channel.alloc(), server.getHostString(), server.getPort()));
        return new QuicTransport(loops, codec, server, new InetSocketAddress(0));
    }

    /** Connects to the server, also again after a connection has ended. */
    Future<QuicChannel> connect() {
        return QuicChannel.newBootstrap(port)
                .handler(this)
                .remoteAddress(server)
                .connect();
    }

    /** The address to which the port is bound. */
    InetSocketAddress localAddress() {
        return (InetSocketAddress) port.localAddress();
    }

    /** Whether the peer takes datagrams is not known yet. */
    @Override
    void activate(Channel channel) {}

    /** Comes before the first datagram. If the peer takes no datagrams at all, it never comes. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof QuicDatagramExtensionEvent datagrams) {
            if (datagrams.maxLength() < MAX_BYTES) {
                throw new IllegalStateException(
                        "the connection must carry datagrams of " + MAX_BYTES + " bytes, but carries at most "
                                + datagrams.maxLength() + "; set both peers to the sizes of this class");
            }
            // The address from which a client sends may change, and the identifier of its choice may be another's.
            add(context.channel(), server == null ? context.channel().localAddress() : server);
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void close() {
        super.close();
        port.close();
    }
}
