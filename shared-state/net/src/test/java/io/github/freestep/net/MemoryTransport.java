package io.github.freestep.net;

import io.github.freestep.testing.VirtualNetwork;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A transport of several threads in memory, which loses nothing. */
class MemoryTransport implements DatagramTransport {
    private record Letter(SocketAddress from, byte[] bytes) {}

    final AtomicInteger closed = new AtomicInteger();

    /** What {@link #receive} throws. */
    volatile @Nullable Exception fault;

    private final SocketAddress own;
    private final Map<SocketAddress, MemoryTransport> network;
    private final Queue<Letter> arrived = new ConcurrentLinkedQueue<>();

    /** @param network the transports that this one reaches, to which it adds itself */
    MemoryTransport(SocketAddress own, Map<SocketAddress, MemoryTransport> network) {
        this.own = own;
        this.network = network;
        network.put(own, this);
    }

    @Override
    public boolean send(ByteBuffer datagram, SocketAddress peer) throws IOException {
        MemoryTransport to = network.get(peer);
        if (to != null) {
            to.arrive(own, VirtualNetwork.copy(datagram));
        }
        return true;
    }

    void arrive(SocketAddress from, byte[] bytes) {
        arrived.add(new Letter(from, bytes));
    }

    @Override
    public @Nullable SocketAddress receive(ByteBuffer into) throws IOException {
        Exception planned = fault;
        if (planned instanceof IOException checked) {
            throw checked;
        } else if (planned != null) {
            throw (RuntimeException) planned;
        }
        Letter letter = arrived.poll();
        if (letter == null) {
            return null;
        }
        into.put(letter.bytes, 0, Math.min(letter.bytes.length, into.remaining()));
        return letter.from;
    }

    @Override
    public void close() {
        closed.incrementAndGet();
    }
}
