package io.github.freestep.physics.lockstep.packets;

import io.github.freestep.net.link.Inlet;
import io.github.freestep.physics.lockstep.LockstepTransport;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A peer's transport on a link. */
public final class LinkedPeer implements LockstepTransport {
    private final PacketLink link;
    private final long number;
    private final Supplier<String> words;
    private final Inlet.Handler arrivals = this::arrive;
    private Consumer<ByteBuffer> handler = packet -> {};

    public LinkedPeer(PacketLink link, long number, Supplier<String> words) {
        this.link = link;
        this.number = number;
        this.words = words;
    }

    @Override
    public void send(ByteBuffer packet) {
        link.send(number, packet);
    }

    @Override
    public int poll(Consumer<ByteBuffer> receiver) {
        handler = receiver;
        return link.poll(arrivals);
    }

    private void arrive(ByteBuffer datagram) {
        if (datagram.getLong() == number) {
            handler.accept(datagram);
        }
    }

    @Override
    public void close() {
        link.end();
    }

    @Override
    public String toString() {
        return words.get() + link.trouble();
    }
}
