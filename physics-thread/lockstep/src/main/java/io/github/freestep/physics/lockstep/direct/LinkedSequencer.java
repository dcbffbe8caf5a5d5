package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.net.link.Inlet;
import io.github.freestep.physics.lockstep.SequencerTransport;
import io.github.freestep.physics.lockstep.packets.PacketLink;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/** A sequencer's transport on a link. */
final class LinkedSequencer implements SequencerTransport {
    private final PacketLink link;
    private final Supplier<String> words;
    private final Inlet.Handler arrivals = this::arrive;
    private Handler handler = (peer, packet) -> {};

    LinkedSequencer(PacketLink link, Supplier<String> words) {
        this.link = link;
        this.words = words;
    }

    @Override
    public void send(long peer, ByteBuffer packet) {
        link.send(peer, packet);
    }

    @Override
    public int poll(Handler receiver) {
        handler = receiver;
        return link.poll(arrivals);
    }

    private void arrive(ByteBuffer datagram) {
        handler.onPacket(datagram.getLong(), datagram);
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
