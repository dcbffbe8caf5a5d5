package io.github.freestep.benchmarks.examples;

import io.github.freestep.net.DatagramTransport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Carries states and input over the channels of Netty that a game has already. The game adds this one handler to the
 * pipeline of each channel, behind the handlers that keep messages apart.
 *
 * <p>An event loop puts what arrives into a queue. A sender or receiver takes it from there on its own thread.
 */
@ChannelHandler.Sharable
final class NettyTransport extends SimpleChannelInboundHandler<ByteBuf> implements DatagramTransport {
    /** Of all peers together, so one that sends much can keep others out. A game may limit what it reads of each. */
    private static final int MOST_WAITING = 1_024;

    private final Map<SocketAddress, Channel> channels = new ConcurrentHashMap<>();
    private final Queue<Arrived> arrived = new ArrayBlockingQueue<>(MOST_WAITING);

    /** What last ended a connection, if neither side closed it. */
    private volatile Throwable failure;

    private record Arrived(SocketAddress peer, byte[] datagram) {}

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        // For a channel that was active before, no event comes.
        if (context.channel().isActive()) {
            activate(context.channel());
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        activate(context.channel());
        context.fireChannelActive();
    }

    private void activate(Channel channel) {
        channels.put(channel.remoteAddress(), channel);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        channels.values().remove(context.channel());
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        failure = cause;
        context.close();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
        // What is too long is dropped, and so is each datagram while the queue is full.
        if (message.readableBytes() <= MAX_BYTES) {
            arrived.offer(new Arrived(context.channel().remoteAddress(), ByteBufUtil.getBytes(message)));
        }
    }

    @Override
    public boolean send(ByteBuffer datagram, SocketAddress peer) throws IOException {
        Channel channel = channels.get(peer);
        if (channel == null) {
            throw new IOException("peer must be connected, was " + peer, failure);
        }
        // Not writable: as much as the water mark of the channel allows waits already.
        boolean sends = channel.isWritable();
        if (sends) {
            channel.writeAndFlush(Unpooled.copiedBuffer(datagram), channel.voidPromise());
        }
        return sends;
    }

    @Override
    public SocketAddress receive(ByteBuffer into) {
        Arrived next = arrived.poll();
        if (next == null) {
            return null;
        }
        into.put(next.datagram, 0, Math.min(next.datagram.length, into.remaining()));
        return next.peer;
    }

    @Override
    public void close() {
        channels.values().forEach(Channel::close);
    }
}
