package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.net.seal.ReplayWindow;
import io.github.freestep.physics.lockstep.LockstepTransport;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A peer's end. Allocates nothing but the address of a sequencer that is silent. */
final class PeerEnd implements LockstepTransport {
    /**
     * After this much silence, and each time again, the peer looks the address up, because the sequencer's host may
     * have got another one. A sequencer sends every 50 ms.
     */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final MatchDatagram datagrams;
    private final Supplier<SocketAddress> lookup;
    private final String words;
    private final long number = MatchDatagram.draw();
    private final ByteBuffer newest = ByteBuffer.allocate(MAX_PACKET).limit(0);
    private SocketAddress server;
    private long ticket;
    private long newestCounter;
    private final ReplayWindow window = new ReplayWindow();
    private long heardNanos = System.nanoTime();

    /** @param lookup returns the newest known address of the sequencer, and looks it up again; does not wait */
    PeerEnd(MatchDatagram datagrams, SocketAddress server, Supplier<SocketAddress> lookup, String words) {
        this.datagrams = datagrams;
        this.lookup = lookup;
        this.words = words;
        this.server = server;
    }

    @Override
    public void send(ByteBuffer packet) {
        MatchDatagram.require(packet);
        newest.clear().put(0, packet, packet.position(), packet.remaining()).limit(packet.remaining());
        datagrams.send(number, ticket, newest, server);
    }

    @Override
    public int poll(Consumer<ByteBuffer> handler) {
        long now = System.nanoTime();
        int packets = 0;
        datagrams.beginPoll();
        while (datagrams.receive() != null) {
            if (datagrams.number() != number || datagrams.isRepeated(window)) {
                continue;
            }
            // A datagram that was overtaken may have an earlier ticket.
            if (datagrams.counter() >= newestCounter) {
                newestCounter = datagrams.counter();
                heardNanos = now;
                take(datagrams.ticket());
            }
            if (datagrams.packet().hasRemaining()) {
                packets++;
                handler.accept(datagrams.packet());
            }
        }
        if (now - heardNanos > SILENT_NANOS) {
            heardNanos = now;
            // The next sequencer may have a clock that is behind.
            newestCounter = 0;
            window.restart(0);
            server = lookup.get();
        }
        return packets;
    }

    /** Takes a ticket, and sends the newest packet again, which the sequencer has not taken without it. */
    private void take(long newTicket) {
        if (newTicket != ticket) {
            ticket = newTicket;
            datagrams.send(number, ticket, newest, server);
        }
    }

    @Override
    public void close() {
        datagrams.close();
    }

    @Override
    public String toString() {
        return words + datagrams.trouble();
    }
}
