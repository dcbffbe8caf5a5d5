package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.internal.SafeText;
import io.github.freestep.internal.problem.Problems;
import io.github.freestep.internal.problem.Reporter;
import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.link.AskedAddress;
import io.github.freestep.net.link.Outage;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.seal.ReplayWindow;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A peer's end. Allocates nothing but what the cipher allocates for each datagram, and the address of a sequencer that
 * is silent.
 */
final class PeerEnd implements LockstepTransport {
    /** After this much silence, the next sequencer may have a clock that is behind. A sequencer sends every 50 ms. */
    private static final long SILENT_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /** After this much silence, and each time again, the peer looks up whether the sequencer's host has moved. */
    private static final long LOOK_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** The most datagrams of one poll, so that a flood of them does not keep the caller from its work. */
    private static final int MOST_DATAGRAMS = 4_096;

    private final DatagramTransport transport;
    private final boolean isOwn;
    private final MatchDatagram datagrams;
    private final PlayerKeys keys;
    private final ByteBuffer in = ByteBuffer.allocateDirect(DatagramTransport.MAX_BYTES + 1);
    private final AskedAddress<SocketAddress> server;
    private final String words;
    private final ByteBuffer newest = ByteBuffer.allocate(MAX_PACKET).limit(0);
    private final NanoClock clock;
    private long ticket;
    private int salt;
    private final ReplayWindow window = new ReplayWindow();
    private final Outage sends = new Outage("send");
    private final Outage receives = new Outage("receive");
    private final String named;
    private long heardNanos;
    private long lookedUpNanos;

    /** Gets the outages of the network. Replaced by tests. */
    Reporter problems = Problems.toLog().of("");

    /** Creates the end. {@code isOwn} says whether to close the transport, which is the user's otherwise. */
    PeerEnd(
            DatagramTransport transport,
            boolean isOwn,
            int room,
            byte[] token,
            AskedAddress<SocketAddress> server,
            String words,
            NanoClock clock) {
        this.transport = transport;
        this.isOwn = isOwn;
        named = "the player of a match in room " + room + " on " + SafeText.of(transport);
        keys = PlayerKeys.ofToken(token, room);
        datagrams = MatchDatagram.ofPeer(this::carry, room, keys);
        this.server = server;
        this.words = words;
        this.clock = clock;
        heardNanos = clock.nanoTime();
        lookedUpNanos = heardNanos;
    }

    @Override
    public void send(ByteBuffer packet) {
        MatchDatagram.require(packet);
        newest.clear().put(0, packet, packet.position(), packet.remaining()).limit(packet.remaining());
        datagrams.send(keys, ticket, newest, server.known());
    }

    @Override
    public void poll(Consumer<ByteBuffer> handler) {
        long now = clock.nanoTime();
        try {
            SocketAddress source;
            for (int i = 0; i < MOST_DATAGRAMS && (source = transport.receive(in.clear())) != null; i++) {
                passOn(source, now, handler);
            }
            receives.worked();
        } catch (IOException e) {
            datagrams.trouble = e;
            tellOutage(receives, sends, now, e);
        }
        findHost(now);
    }

    private boolean carry(ByteBuffer datagram, SocketAddress to) throws IOException {
        try {
            boolean isSent = transport.send(datagram, to);
            sends.worked();
            return isSent;
        } catch (IOException e) {
            tellOutage(sends, receives, clock.nanoTime(), e);
            throw e;
        }
    }

    /** Tells an outage that lasts, unless that of the other direction was told, because they have one cause. */
    private void tellOutage(Outage failing, Outage other, long now, IOException newest) {
        if (failing.failed(now) && !other.isTold()) {
            failing.tell(problems, named, newest);
        }
    }

    /** Takes the datagram that was received. */
    private void passOn(SocketAddress source, long now, Consumer<ByteBuffer> handler) {
        datagrams.takeRefusal(in.flip());
        boolean isNews = datagrams.open(in, player -> null) && isOfSequencer(now) && !datagrams.isRepeated(window);
        // A datagram that was overtaken may have an earlier ticket.
        if (isNews && datagrams.isNewest(window)) {
            heardNanos = now;
            server.keep(source);
            take(datagrams.ticket);
        }
        if (isNews) {
            datagrams.accept(window);
        }
        if (isNews && datagrams.plain.hasRemaining()) {
            handler.accept(datagrams.plain);
        }
    }

    /** Returns whether a datagram is of the current run of the sequencer, which a later run replaces. */
    private boolean isOfSequencer(long now) {
        boolean isLater = datagrams.isNewest(window) || now - heardNanos > SILENT_NANOS;
        if (datagrams.salt != salt && isLater) {
            salt = datagrams.salt;
            window.restart(datagrams.counter - 1);
        }
        return datagrams.salt == salt;
    }

    private void findHost(long now) {
        if (now - heardNanos > LOOK_UP_NANOS && now - lookedUpNanos > LOOK_UP_NANOS) {
            lookedUpNanos = now;
            server.ask();
            server.tryNext();
        }
        server.takeAnswer(unknown -> {});
    }

    /** Takes a ticket, and sends the newest packet again, which the sequencer has not taken without it. */
    private void take(long newTicket) {
        if (newTicket != ticket) {
            ticket = newTicket;
            datagrams.send(keys, ticket, newest, server.known());
        }
    }

    @Override
    public void close() {
        if (isOwn) {
            transport.close();
        }
    }

    @Override
    public String toString() {
        return words + datagrams.trouble();
    }
}
