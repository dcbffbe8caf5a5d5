package io.github.freestep.physics.lockstep.direct;

import io.github.freestep.net.seal.ReplayWindow;
import io.github.freestep.physics.lockstep.SequencerTransport;
import io.github.freestep.physics.lockstep.link.RoomTransport;
import io.github.freestep.time.NanoClock;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The sequencer's end: knows where each peer is, and hears only those that have proved it. Allocates nothing. */
final class SequencerEnd implements SequencerTransport, RoomTransport.End {
    /** A peer sends every 50 ms. One that was silent for this long counts no more, and gives its place to others. */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** A peer, or one who claims to be one. */
    private static final class Place {
        /** 0 for none. */
        private long number;

        private long heardNanos;

        /** Where the peer is, once it has proved it. */
        private @Nullable SocketAddress address;

        private long ticket;

        /** Where it says that it is now, and what would prove it. */
        private @Nullable SocketAddress newAddress;

        private long newTicket;

        /** Of the datagrams that have proved where they came from. */
        private final ReplayWindow window = new ReplayWindow();

        private void begin(long newNumber, long counter) {
            number = newNumber;
            window.restart(counter - 1);
            address = null;
            newAddress = null;
        }

        private long ticketFor(SocketAddress source) {
            if (source.equals(address)) {
                return ticket;
            }
            if (!source.equals(newAddress)) {
                newAddress = source;
                newTicket = MatchDatagram.draw();
            }
            return newTicket;
        }

        private boolean proves(SocketAddress source, long given) {
            if (source.equals(address)) {
                return given == ticket;
            }
            if (!source.equals(newAddress) || given != newTicket) {
                return false;
            }
            address = source;
            ticket = given;
            newAddress = null;
            return true;
        }
    }

    private final MatchDatagram datagrams;
    private final String words;
    private final NanoClock clock;
    private final Place[] places;
    private volatile int peerCount;

    SequencerEnd(MatchDatagram datagrams, int mostPeers, String words, NanoClock clock) {
        this.datagrams = datagrams;
        this.words = words;
        this.clock = clock;
        places = new Place[mostPeers];
        for (int i = 0; i < mostPeers; i++) {
            places[i] = new Place();
        }
    }

    @Override
    public void send(long peer, ByteBuffer packet) {
        MatchDatagram.require(packet);
        Place place = find(peer);
        SocketAddress address = place == null ? null : place.address;
        if (place != null && address != null) {
            datagrams.send(peer, place.ticket, packet, address);
        }
    }

    @Override
    public int poll(Handler handler) {
        long now = clock.nanoTime();
        int packets = 0;
        datagrams.beginPoll();
        for (SocketAddress source; (source = datagrams.receive()) != null; ) {
            packets += take(source, now, handler) ? 1 : 0;
        }
        count(now);
        return packets;
    }

    private boolean take(SocketAddress source, long now, Handler handler) {
        long number = datagrams.number;
        if (number == 0) {
            return false;
        }
        Place place = find(number);
        if (place == null) {
            place = free(now);
            if (place == null) {
                return false;
            }
            place.begin(number, datagrams.counter);
            place.heardNanos = now;
        }
        if (!place.proves(source, datagrams.ticket)) {
            datagrams.send(number, place.ticketFor(source), NOTHING, source);
            return false;
        }
        if (datagrams.isRepeated(place.window)) {
            return false;
        }
        place.heardNanos = now;
        handler.onPacket(number, datagrams.packet());
        return true;
    }

    private @Nullable Place find(long number) {
        for (Place place : places) {
            if (place.number == number) {
                return place;
            }
        }
        return null;
    }

    /** Returns a place without a peer, or of a peer that has gone, or else of the oldest that has proved nothing. */
    private @Nullable Place free(long now) {
        Place oldest = null;
        for (Place place : places) {
            if (place.number == 0 || place.address != null && now - place.heardNanos > SILENT_NANOS) {
                return place;
            }
            if (place.address == null && (oldest == null || place.heardNanos - oldest.heardNanos < 0)) {
                oldest = place;
            }
        }
        return oldest;
    }

    private void count(long now) {
        int count = 0;
        for (Place place : places) {
            count += place.address != null && now - place.heardNanos <= SILENT_NANOS ? 1 : 0;
        }
        peerCount = count;
    }

    @Override
    public @Nullable RoomTransport room() {
        return datagrams.room();
    }

    @Override
    public void close() {
        datagrams.close();
    }

    @Override
    public String toString() {
        return words + ", peers: " + peerCount + datagrams.trouble();
    }
}
